import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'
import { statementsOf } from '../../support/statements.ts'

const { graphql, createUser } = await startService({}, afterAll)

let made = 0

/** A query that was not asked before. */
function aliased(count: number, field: (index: number) => string): string {
  made += 1
  const fields = Array.from({ length: count }, (_, index) => `a${made}_${index}: ${field(index)}`)
  return `{ ${fields.join(' ')} }`
}

// Each asks anew where what runs in the background asked meanwhile.
describe('the database is asked once', () => {
  it('for twenty userExists of one request', async () => {
    const { uuid } = await createUser()
    const ask = async () => {
      const query = aliased(20, (i) => `userExists(uuid: "${i === 7 ? uuid : `unknown ${i}`}")`)
      const { data } = await graphql(query)
      expect(Object.values(data).filter(Boolean)).toHaveLength(1)
    }
    await expect
      .poll(() => statementsOf(ask))
      .toEqual([expect.stringMatching(/^select .* where `uuid` in/)])
  })

  it('for user and userExists together, whether the query is new or compiled', async () => {
    const { uuid } = await createUser()
    const query = () =>
      aliased(3, (i) => (i === 0 ? `user(uuid: "${uuid}") { uuid }` : `userExists(uuid: "${i}")`))
    await expect.poll(() => statementsOf(() => graphql(query()))).toHaveLength(1)
    const compiled = query()
    await graphql(compiled)
    for (let time = 1; time <= 2; time += 1) {
      await expect.poll(() => statementsOf(() => graphql(compiled))).toHaveLength(1)
    }
  })
})

describe('the caller is looked up', () => {
  it('as often for ten fields as for one', async () => {
    const user = await createUser()
    const auth = { uuid: user.uuid, password: user.token }
    const ask = (count: number) =>
      statementsOf(() =>
        graphql(
          aliased(count, () => 'me { uuid }'),
          { auth },
        ),
      )
    await expect.poll(() => ask(1)).toHaveLength(1)
    const [one] = await ask(1)
    await expect.poll(() => ask(10)).toEqual([one])
  })
})

describe('a variable with a default that must not be null', () => {
  it('may be left out, whether the query is new or compiled', async () => {
    const query = 'query ($uuid: String! = "unknown") { userExists(uuid: $uuid) }'
    for (let time = 1; time <= 3; time += 1) {
      expect(await graphql(query)).toMatchObject({ data: { userExists: false } })
    }
  })
})
