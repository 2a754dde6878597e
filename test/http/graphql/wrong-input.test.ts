import { readFileSync } from 'node:fs'
import { buildSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 1, series: 0, ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source.source] })

async function ask(query: string, variables: object = {}) {
  const { data, errors } = await service.graphql(query, { auth: owner, variables })
  return { data, error: errors?.[0] }
}

const film = (await ask('{ items(filter: { recursive: true, kinds: [MOVIE] }) { nodes { id } } }'))
  .data.items.nodes[0].id as string
const playlist = (
  await ask('mutation ($film: ID!) { createPlaylist(name: "Mine", itemIds: [$film]) { id } }', {
    film,
  })
).data.createPlaylist.id as string

const collection = (await ask('mutation { createCollection(name: "Mine", itemIds: []) { id } }'))
  .data.createCollection.id as string

const ids = (count: number) => JSON.stringify(Array.from({ length: count }, () => film))
const text = (length: number) => JSON.stringify('n'.repeat(length))

const schema = buildSchema(
  readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'),
)

/** Of every field that the operation asks for, also those that it does not give. */
function argumentsOf(operation: string): readonly string[] {
  const found: string[] = []
  const types = new TypeInfo(schema)
  const enter = () => {
    found.push(...(types.getFieldDef()?.args ?? []).map(({ name }) => name))
  }
  visit(parse(operation), visitWithTypeInfo(types, { Field: { enter } }))
  return found
}

const wrong: [what: string, operation: string, message: string][] = [
  [
    'a negative page',
    '{ items(first: -1) { totalCount } }',
    'first, limit and start must not be negative.',
  ],
  [
    'a negative start',
    `{ playlist(id: "${playlist}") { titles(start: -1) { totalCount } } }`,
    'first, limit and start must not be negative.',
  ],
  [
    'a negative number of the latest',
    '{ latest(limit: -1) { id } }',
    'limit must not be negative.',
  ],
  [
    'a negative number of similar titles',
    `{ similar(id: "${film}", limit: -1) { totalCount } }`,
    'limit must not be negative.',
  ],
  [
    'an empty page of the history',
    '{ history(first: 0) { nodes { itemKey } } }',
    'first must be a whole number from 1 to 500.',
  ],
  [
    'a page of the history from nowhere',
    '{ history(after: "abc") { nodes { itemKey } } }',
    'after must be one that an earlier page gave.',
  ],
  [
    'a place before the beginning, reported',
    `mutation { reportPlayback(itemId: "${film}", event: PROGRESS, positionMs: -1) }`,
    'positionMs must not be negative.',
  ],
  [
    'a place before the beginning, set',
    `mutation { updateWatchState(itemId: "${film}", positionMs: -1) { played } }`,
    'positionMs must not be negative.',
  ],
  [
    'a playlist without a name',
    'mutation { createPlaylist(name: " ") { id } }',
    'A playlist needs a name.',
  ],
  [
    'a long name of a playlist',
    `mutation { createPlaylist(name: ${text(201)}) { id } }`,
    'The name of a playlist may have at most 200 characters; this one has 201.',
  ],
  [
    'a place before the first',
    `mutation { movePlaylistEntry(playlistId: "${playlist}", entryId: "${'0'.repeat(31)}1", position: -1) { id } }`,
    'position must not be negative.',
  ],
  [
    'too many titles at once',
    `mutation { addToPlaylist(playlistId: "${playlist}", itemIds: ${ids(2_001)}) { id } }`,
    'Name at most 2000 items at once.',
  ],
  [
    'too many titles of a collection',
    `mutation { removeFromCollection(collectionId: "${collection}", itemIds: ${ids(2_001)}) { id } }`,
    'Name at most 2000 items at once.',
  ],
  [
    'too many entries of a playlist',
    `mutation { removeFromPlaylist(playlistId: "${playlist}", entryIds: ${ids(2_001)}) { id } }`,
    'Name at most 2000 items at once.',
  ],
  [
    'too many items to remove',
    `mutation { deleteItems(itemIds: ${ids(201)}) }`,
    'At most 200 items can be removed at once.',
  ],
  [
    'a long name of a device',
    `mutation { renameDevice(id: "tv", name: ${text(256)}) }`,
    'A name may have at most 255 characters.',
  ],
  [
    'a long name of a key',
    `mutation { createApiKey(name: ${text(256)}) { id } }`,
    'A name may have at most 255 characters.',
  ],
  ['too many ids', `{ nodes(ids: ${ids(101)}) { id } }`, 'ids may hold at most 100 ids.'],
]

describe('Wrong input is refused in the words of what would be right', () => {
  it.each(wrong)('%s', async (_what, operation, message) => {
    const { error } = await ask(operation)
    expect(error).toMatchObject({ message, extensions: { code: 'BAD_REQUEST' } })
  })

  const naming = wrong.filter(([, , message]) => /^[a-z].* (must|may hold) /.test(message))
  it.each(naming)('%s: by names of its own arguments', (_what, operation, message) => {
    const names = message.split(/ must | may hold /)[0]!.split(/, | and /)
    expect(argumentsOf(operation)).toEqual(expect.arrayContaining(names))
  })

  it('once its caller is known: strangers hear who may ask and nothing else', async () => {
    for (const [, operation] of wrong) {
      const { errors } = await service.graphql(operation)
      expect(errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
    }
  })
})

it('Nothing is removed and nothing moved by what is refused', async () => {
  const { data } = await ask('query ($id: ID!) { playlist(id: $id) { titles { totalCount } } }', {
    id: playlist,
  })
  expect(data.playlist.titles.totalCount).toBe(1)
})
