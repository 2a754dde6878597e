import { parse } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { costOf, maxCost } from '../../../src/http/graphql/query-cost.ts'
import { allFields } from '../../support/all-fields.ts'
import { startService } from '../../support/service.ts'

const { graphql, createUser, service } = await startService({}, afterAll)
await service.services.anime.useSample()
const auth = await createUser()

/** Titles have no occurrences: genres, studios, people and years do, and counting those is dear. */
const fieldsOf = (type: string): string =>
  allFields(schema.getType(type)!).replaceAll(/occurrences \{[^}]*\}/g, '')
const history = fieldsOf('HistoryConnection')
/** The same once for all aliases, since the tokens of a query are limited, too. */
const whole = `fragment Whole on HistoryConnection ${history}`
const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

async function messagesOf(query: string, variables: object = {}): Promise<string[]> {
  const { errors } = await graphql(query, { auth, variables })
  return (errors ?? []).map(({ message, extensions }) => `${extensions?.code}: ${message}`)
}

const tooMuch = [expect.stringMatching(new RegExp(`^BAD_REQUEST: .*cost limit is ${maxCost}`))]

describe('the cost of a query', () => {
  it.each([
    ['written', `{ history(first: 500) ${history} }`, {}],
    ['as a variable', `query ($n: Int) { history(first: $n) ${history} }`, { n: 500 }],
  ])('allows the largest page of the history with every field, its size %s', async (_, q, v) => {
    expect(await messagesOf(q, v)).toEqual([])
  })

  it.each([
    ['written', `{ ${aliases(29, 'history(first: 500) { ...Whole }')} } ${whole}`, {}],
    ['from the end', `{ ${aliases(29, 'history(last: 500) { ...Whole }')} } ${whole}`, {}],
    [
      'as a variable',
      `query ($n: Int) { ${aliases(29, 'history(first: $n) { ...Whole }')} } ${whole}`,
      { n: 500 },
    ],
    [
      'as the default of a variable',
      `query ($n: Int = 500) { ${aliases(29, 'history(first: $n) { ...Whole }')} } ${whole}`,
      {},
    ],
    [
      'in a fragment',
      `query ($n: Int) { ...F } fragment F on Query { ${aliases(29, 'history(first: $n) { ...Whole }')} } ${whole}`,
      { n: 500 },
    ],
  ])('refuses 29 of them, their size %s', async (_name, query, variables) => {
    expect(await messagesOf(query, variables)).toEqual(tooMuch)
  })

  it('counts every series where the end of what is next up is asked for', async () => {
    const query = `{ ${aliases(14, 'nextUp(last: 1) { ...Whole }')} } fragment Whole on ItemConnection ${fieldsOf('ItemConnection')}`
    expect(await messagesOf(query)).toEqual(tooMuch)
    expect(await messagesOf(query.replaceAll('last: 1', 'first: 1'))).toEqual([])
  })

  it('depends on the values of each request, however often the query was asked before', async () => {
    const query = `query ($n: Int) { ${aliases(29, 'history(first: $n) { ...Whole }')} } ${whole}`
    for (let time = 0; time < 3; time += 1) {
      expect(await messagesOf(query, { n: 5 })).toEqual([])
      expect(await messagesOf(query, { n: 500 })).toEqual(tooMuch)
    }
  })

  it('is that of the operation which is asked for', async () => {
    const small = 'query Small { userExists(uuid: "x") }'
    const large = `query Large { ${aliases(29, 'history(first: 500) { ...Whole }')} } ${whole}`
    const ask = async (operationName: string) => {
      const json = { query: `${small} ${large}`, operationName }
      const { errors } = await graphql('', { auth, json })
      return errors ?? []
    }
    expect(await ask('Small')).toEqual([])
    expect(await ask('Large')).toHaveLength(1)
  })

  it('takes a list without a size for a long one', async () => {
    const items = `items ${fieldsOf('ItemConnection')}`
    expect(await messagesOf(`{ ${items} }`)).toEqual([])
    expect(await messagesOf(`{ a: ${items} b: ${items} }`)).toEqual(tooMuch)
  })

  it('lets the titles of some names be counted in one query, and not those of a whole list', async () => {
    const people = (count: number) =>
      `{ items(first: ${count}, filter: { kinds: [PERSON] }) { nodes { occurrences { movies } } } }`
    expect(await messagesOf(people(100))).toEqual([])
    expect(await messagesOf(people(200))).toEqual(tooMuch)
  })

  it('counts the titles of playlists', async () => {
    const titles = (count: number) =>
      `{ playlist(id: "x") { ${aliases(count, 'titles { ...Titles }')} } } fragment Titles on ItemConnection ${fieldsOf('ItemConnection')}`
    expect(await messagesOf(titles(1))).toEqual([])
    expect(await messagesOf(titles(30))).toEqual(tooMuch)
  })

  it('counts how many look-ups are asked for at once', async () => {
    const query = `query ($q: [AnimeQuery!]!) { ${aliases(29, `animeMany(queries: $q) ${fieldsOf('AnimeAnswer')}`)} }`
    const queries = (length: number) =>
      Array.from({ length }, () => ({ idType: 'malId', idValue: '1' }))
    expect(await messagesOf(query, { q: queries(1) })).toEqual([])
    expect(await messagesOf(query, { q: queries(100) })).toEqual(tooMuch)
  })

  it('counts each id that look-ups are asked for', () => {
    const document = parse('query ($q: [AnimeQuery!]!) { animeIds(queries: $q) }')
    const costs = [1, 100].map((length) =>
      costOf({
        schema,
        document,
        variableValues: { q: Array.from({ length }, () => ({ idType: 'malId', idValue: '1' })) },
      }),
    )
    expect(costs).toEqual([1, 100])
  })

  it('leaves wrong variables to be refused as such', async () => {
    const [message] = await messagesOf(`query ($n: Int) { history(first: $n) ${history} }`, {
      n: 'many',
    })
    expect(message).toMatch(/^BAD_REQUEST: .*\$n.*many/)
  })
})
