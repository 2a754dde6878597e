import { schema } from '../../src/graphql/schema.ts'
import { forbidden } from './children-home.ts'
import type { startChildrenHome } from './children-home.ts'
import { callsOf, isTooMuch, questionOf, selectionOf, takesIds } from './schema-questions.ts'

type Home = Awaited<ReturnType<typeof startChildrenHome>>

/** Asks in the name of a user for everything that the schema may tell. */
export function walkSchema({ send, ids, gentle, playlist }: Home) {
  const named = Object.values(ids)
  const all = [...named, gentle, playlist]

  /** Every field of the schema that reads, with every id: those that tell something of what is forbidden. */
  async function telling({ token }: Home['kim']): Promise<readonly string[]> {
    const found = new Set<string>()
    const asked = [...all, ...Object.values(forbidden), '']
    for (const field of Object.values(schema.getQueryType()!.getFields())) {
      const given = takesIds(field) ? asked : ['']
      for (const [id, call] of given.flatMap((one) =>
        callsOf(field, one).map((text) => [one, text] as const),
      )) {
        for (const depth of [5, 4, 3, 2]) {
          const question = questionOf('query', call, selectionOf(field.type, depth), id)
          const answer = await send(token, 'POST', '/graphql', question)
          const isNamed = named.some((one) => answer.text.includes(one) && one !== id)
          if (answer.tells || isNamed) found.add(field.name)
          if (!isTooMuch(answer.text)) break
        }
      }
    }
    return [...found]
  }

  return telling
}
