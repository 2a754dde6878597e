import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 3, series: 1, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  sources: [source.source],
  mediaServer: {
    owner: { name: 'Olga' },
    users: [{ name: 'Kim' }, { name: 'Guest', hidden: true }],
  },
})
const olga = await signInApp(service.url, owner)

async function ask(query: string, variables: object = {}, token: string = olga.token) {
  const headers = { authorization: `MediaBrowser Token="${token}"` }
  const { data, errors } = await service.graphql(query, { variables, headers })
  return { data, error: errors?.[0] }
}

const node = `query ($id: ID!) { node(id: $id) {
  __typename id
  ... on Item { name kind overview }
  ... on Version { link name isFirst }
  ... on HouseholdUser { name isOwner }
} }`

const { data } = await ask(`{
  household { users { id name } }
  items(filter: { recursive: true, kinds: [MOVIE] }) { nodes { id name } }
}`)
const idOf = (name: string): string =>
  data.household.users.find((user: { name: string }) => user.name === name).id
const [film] = data.items.nodes as { id: string; name: string }[]

async function switchTo(name: string): Promise<string> {
  const query =
    'mutation ($id: ID!, $secret: String) { switchUser(userId: $id, secret: $secret) { accessToken } }'
  const { data } = await ask(query, { id: idOf(name), secret: owner.password })
  return data.switchUser.accessToken
}

describe('node finds by its id alone', () => {
  it('an item, with what its details say', async () => {
    const found = (await ask(node, { id: film!.id })).data.node
    const { item } = (
      await ask('query ($id: ID!) { item(id: $id) { overview } }', { id: film!.id })
    ).data
    expect(found).toEqual({ __typename: 'Item', ...film, kind: 'MOVIE', overview: item.overview })
  })

  it('a version that was listed, without asking a source', async () => {
    const query = 'query ($id: ID!) { versions(itemId: $id) { versions { id link name } } }'
    const [version] = (await ask(query, { id: film!.id })).data.versions.versions
    const before = { ...source.counts }
    const found = (await ask(node, { id: version.id })).data.node
    expect(found).toEqual({ __typename: 'Version', ...version, isFirst: false })
    expect(source.counts).toEqual(before)
  })

  it('a user of the household, the first one and others', async () => {
    expect((await ask(node, { id: olga.userId })).data.node).toEqual({
      __typename: 'HouseholdUser',
      id: olga.userId,
      name: 'Olga',
      isOwner: true,
    })
    expect((await ask(node, { id: idOf('Kim') })).data.node).toMatchObject({ name: 'Kim' })
  })

  it('a playlist as the item that lists show of it', async () => {
    const made = await ask('mutation { createPlaylist(name: "Mine") { id } }')
    const { id } = made.data.createPlaylist
    expect((await ask(node, { id })).data.node).toMatchObject({
      __typename: 'Item',
      id,
      kind: 'PLAYLIST',
    })
    // Of somebody else, it is not there.
    expect((await ask(node, { id }, await switchTo('Kim'))).data.node).toBeNull()
  })
})

describe('node is null for', () => {
  it.each([
    ['text that is no id', 'no id'],
    ['an id that nobody gave out', '0'.repeat(32)],
  ])('%s', async (_name, id) => {
    expect(await ask(node, { id })).toEqual({ data: { node: null }, error: undefined })
  })

  it('a user whom the caller does not see', async () => {
    const token = await switchTo('Kim')
    expect((await ask(node, { id: idOf('Guest') }, token)).data.node).toBeNull()
  })

  it('everything of another household', async () => {
    const other = await service.createUser({ sources: [source.source] })
    const stranger = await signInApp(service.url, other)
    for (const id of [film!.id, olga.userId]) {
      expect((await ask(node, { id }, stranger.token)).data.node).toBeNull()
    }
  })
})

describe('nodes', () => {
  const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'

  it('answers in the order of the ids', async () => {
    const ids = [olga.userId, 'no id', film!.id, film!.id]
    expect((await ask(nodes, { ids })).data.nodes).toEqual([
      { __typename: 'HouseholdUser', id: olga.userId },
      null,
      { __typename: 'Item', id: film!.id },
      { __typename: 'Item', id: film!.id },
    ])
  })

  it('takes a hundred ids at most', async () => {
    const { error } = await ask(nodes, { ids: Array.from({ length: 101 }, () => film!.id) })
    expect(error).toMatchObject({
      message: 'ids may hold at most 100 ids.',
      extensions: { code: 'BAD_REQUEST' },
    })
  })

  it('is closed to strangers', async () => {
    const { errors } = await service.graphql(nodes, { variables: { ids: [film!.id] } })
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })

  it('has a path below /rest', async () => {
    const headers = { authorization: `MediaBrowser Token="${olga.token}"` }
    const answer = await fetch(`${service.url}/rest/node?id=${film!.id}`, { headers })
    expect(await answer.json()).toMatchObject(film!)
  })
})
