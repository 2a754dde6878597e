import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'
import { statementsOf } from '../../support/statements.ts'

const { graphql, createUser } = await startService({}, afterAll)

function aliased(count: number, field: (index: number) => string): string {
  return `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ')} }`
}

describe('the database is asked once', () => {
  it('for twenty userExists of one request', async () => {
    const { uuid } = await createUser()
    const query = aliased(20, (i) => `userExists(uuid: "${i === 7 ? uuid : `unknown ${i}`}")`)
    const { data } = await graphql(query)
    expect(Object.values(data).filter(Boolean)).toHaveLength(1)
    // What runs in the background may ask meanwhile.
    await expect
      .poll(() => statementsOf(() => graphql(query)))
      .toEqual([expect.stringMatching(/^select .* where `uuid` in/)])
  })

  it('for user and userExists together, whether the query is new or compiled', async () => {
    const { uuid } = await createUser()
    const query = `{ a: user(uuid: "${uuid}") { uuid } b: userExists(uuid: "${uuid}") c: userExists(uuid: "x") }`
    for (let time = 1; time <= 3; time += 1) {
      await expect.poll(() => statementsOf(() => graphql(query))).toHaveLength(1)
    }
  })
})

describe('the caller is looked up', () => {
  it('as often for ten fields as for one', async () => {
    const user = await createUser()
    const auth = { uuid: user.uuid, password: user.token }
    const one = await statementsOf(() =>
      graphql(
        aliased(1, () => 'me { uuid }'),
        { auth },
      ),
    )
    const ten = await statementsOf(() =>
      graphql(
        aliased(10, () => 'me { uuid }'),
        { auth },
      ),
    )
    expect(one).toHaveLength(1)
    expect(ten).toEqual(one)
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
