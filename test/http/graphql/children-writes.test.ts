import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { startChildrenHome } from '../../support/children-home.ts'
import {
  callOf,
  isTooMuch,
  questionOf,
  selectionOf,
  takesIds,
} from '../../support/schema-questions.ts'

const { send, ids, gentle, playlist, collection, hidden, kim, bob } =
  await startChildrenHome(afterAll)
const named = Object.values(ids)

/** What would end the walk: the sign-in of who walks, and the household. */
const endsIt = new Set(['signOut', 'changePassword', 'deleteUser', 'switchUser'])

/** Every mutation with every id: those whose answers tell something of what is forbidden. */
async function telling({ token }: typeof kim): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    if (endsIt.has(field.name)) continue
    for (const id of takesIds(field) ? [...named, gentle, playlist, collection, hidden] : ['']) {
      for (const depth of [4, 3, 2]) {
        const selection = selectionOf(field.type, depth)
        const question = questionOf('mutation', callOf(field, id), selection, id)
        const { text, tells } = await send(token, 'POST', '/graphql', question)
        const isNamed = named.some((one) => text.includes(one) && one !== id)
        if (tells || isNamed) found.add(field.name)
        if (!isTooMuch(text)) break
      }
    }
  }
  return [...found]
}

describe('What a user may not watch', () => {
  it('is told by no mutation, whatever id it gets', { timeout: 180_000 }, async () => {
    expect(await telling(kim)).toEqual([])
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
  })

  it('is told to others by all of these', { timeout: 180_000 }, async () => {
    expect((await telling(bob)).toSorted()).toMatchInlineSnapshot(`
      [
        "createCollection",
        "preparePlayback",
      ]
    `)
  })
})
