import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { forbidden, startChildrenHome } from '../../support/children-home.ts'
import { callsOf, isTooMuch, selectionOf, takesIds } from '../../support/schema-questions.ts'

const { send, ids, gentle, playlist, kim, bob } = await startChildrenHome(afterAll)
const named = Object.values(ids)
const all = [...named, gentle, playlist]

/** Every field of the schema that reads, with every id: those that tell something of what is forbidden. */
async function telling({ token }: typeof kim): Promise<readonly string[]> {
  const found = new Set<string>()
  const asked = [...all, ...Object.values(forbidden), '']
  for (const field of Object.values(schema.getQueryType()!.getFields())) {
    const given = takesIds(field) ? asked : ['']
    for (const [id, call] of given.flatMap((one) =>
      callsOf(field, one).map((text) => [one, text] as const),
    )) {
      for (const depth of [5, 4, 3, 2]) {
        const query = `{ ${call} ${selectionOf(field.type, depth)} }`
        const answer = await send(token, 'POST', '/graphql', { query })
        const isNamed = named.some((one) => answer.text.includes(one) && one !== id)
        if (answer.tells || isNamed) found.add(field.name)
        if (!isTooMuch(answer.text)) break
      }
    }
  }
  return [...found]
}

describe('What a user may not watch', () => {
  it('is told by no field of the schema, whatever id it gets', { timeout: 60_000 }, async () => {
    expect(await telling(kim)).toEqual([])
  })

  it('is told to others by all of these', { timeout: 60_000 }, async () => {
    expect((await telling(bob)).toSorted()).toMatchInlineSnapshot(`
      [
        "addon",
        "addonSubtitles",
        "addonTitle",
        "ancestors",
        "episodes",
        "exportHistory",
        "facets",
        "history",
        "item",
        "itemImages",
        "items",
        "latest",
        "libraries",
        "names",
        "nextUp",
        "node",
        "nodes",
        "plays",
        "resume",
        "search",
        "seasons",
        "sessions",
        "similar",
        "topGenres",
        "topPeople",
        "topTitles",
        "versions",
        "yearInReview",
      ]
    `)
  })
})
