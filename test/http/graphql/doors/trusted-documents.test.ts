import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { schema } from '../../../../src/graphql/schema.ts'
import { readTrustedDocuments } from '../../../../src/http/graphql/trusted-documents.ts'
import { describeStartFailure } from '../../../../src/start-failure.ts'
import type { Ending } from '../../../support/ending.ts'
import { dashboardClients, webSocketsOf } from '../../../support/graphql-clients.ts'
import { basic, startService } from '../../../support/service.ts'

const wall = 'query Wall { activity { users { user { name } } } }\n'
const two = 'query One { one: __typename }\nquery Two { two: __typename }\n'
const sha256 = (text: string) => hash('sha256', text)

function folderOf(files: Record<string, string>, ends: Ending = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  ends(async () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'more'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function start() {
  const folder = folderOf({
    'activity.graphql': wall,
    'more/two.gql': two,
    'apollo.json': JSON.stringify({
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [
        { id: 'made-by-apollo', name: 'A', type: 'query', body: 'query A { a: __typename }' },
      ],
    }),
    'codegen.json': JSON.stringify({ 'made-by-codegen': 'query B { b: __typename }' }),
    'read-me.txt': 'not a document',
  })
  const service = await startService({ GRAPHQL_DOCUMENTS_ONLY: folder })
  const auth = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  const post = async (json: object) =>
    (await service.request('/graphql', { method: 'POST', json, auth })).body as unknown
  return { service, auth, post }
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const names = { data: { activity: { users: [{ user: { name: 'Olga' } }] } } }
const refused = { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }

describe('With a folder of documents', () => {
  it('each is answered by its hash, its names and its text', async () => {
    const { service, auth, post } = await start()
    for (const documentId of [sha256(wall), `sha256:${sha256(wall)}`, 'activity', 'Wall']) {
      expect(await post({ documentId })).toEqual(names)
    }
    expect(await post({ query: wall })).toEqual(names)
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(wall) } }
    expect(await post({ extensions })).toEqual(names)
    expect(await post({ documentId: 'made-by-apollo' })).toEqual({ data: { a: 'Query' } })
    expect(await post({ documentId: 'made-by-codegen' })).toEqual({ data: { b: 'Query' } })
    const { body } = await service.request('/graphql?documentId=activity', { auth })
    expect(body).toEqual(names)
  })

  it('the name of an operation names it, and a file with several needs one', async () => {
    const { post } = await start()
    expect(await post({ documentId: 'Two' })).toEqual({ data: { two: 'Query' } })
    expect(await post({ documentId: 'two', operationName: 'One' })).toEqual({
      data: { one: 'Query' },
    })
    expect(await post({ documentId: 'two' })).toMatchObject({ errors: [{}] })
  })

  it('no other is answered, introspection and the explorer included', async () => {
    const { service, post } = await start()
    expect(await post({ query: '{ activity { users { user { name } } } }' })).toMatchObject(refused)
    expect(await post({ query: '{ __schema { types { name } } }' })).toMatchObject(refused)
    expect(await post({ documentId: 'unknown' })).toMatchObject(refused)
    const hashed = {
      query: '{ __typename }',
      extensions: { persistedQuery: { version: 1, sha256Hash: sha256('{ __typename }') } },
    }
    expect(await post(hashed)).toMatchObject(refused)
    const page = await service.request('/graphql', { headers: { accept: 'text/html' } })
    expect(page.text).not.toContain('<html')
    expect((await service.request('/graphql/files/start.js')).status).toBe(404)
  })

  it.each(dashboardClients)('$name gets no answer to another', async ({ open }) => {
    const { service, auth } = await start()
    const client = open(service.url, basic(auth))
    onTestFinished(() => void client.close())
    await expect(client.query('{ userExists(uuid: "x") }')).rejects.toBeTruthy()
  })

  it('a web socket names documents, too', async () => {
    const { service, auth } = await start()
    const client = webSocketsOf(service.url, basic(auth))
    onTestFinished(() => void client.dispose())
    const named = { documentId: 'Wall', query: '' }
    for await (const result of client.iterate(named)) expect(result).toEqual(names)
  })
})

it('Folders with such a name hold no document, and endings may be capital letters', () => {
  const folder = folderOf({ 'WALL.GRAPHQL': wall })
  mkdirSync(join(folder, 'x.graphql'))
  symlinkSync(join(folder, 'x.graphql'), join(folder, 'y.graphql'))
  const [document] = readTrustedDocuments(folder, schema)
  expect(document!.ids).toEqual([sha256(wall), 'WALL', 'Wall'])
})

describe('A folder is refused at the start with one line', () => {
  it.each([
    ['has nothing in it', {}, 'holds no'],
    ['does not parse', { 'x.graphql': 'query {' }, 'x.graphql: Syntax Error'],
    [
      'asks for what does not exist',
      { 'x.graphql': '{ nothing }' },
      'x.graphql: Cannot query field',
    ],
    [
      'is wrong in a later line',
      { 'x.graphql': 'query X {\n  plays { total nothing }\n}' },
      'on type "PlayConnection". (line 2, column 17)',
    ],
    [
      'has a wrong document in a manifest',
      { 'x.json': '{"made": "{ nothing }"}' },
      'x.json: made: Cannot query field',
    ],
    ['has an empty manifest', { 'x.json': '{}' }, 'holds no document'],
    ['is no manifest', { 'x.json': '[]' }, 'x.json is not a manifest'],
    ['has a manifest without text', { 'x.json': '{"a": 1}' }, 'x.json has an entry'],
    [
      'has one name twice',
      { 'a.graphql': 'query X { a: __typename }', 'b.graphql': 'query X { b: __typename }' },
      'two documents have the name X, in a.graphql and in b.graphql',
    ],
  ])('that %s', (_what, files, message) => {
    const folder = folderOf(files)
    const read = () => readTrustedDocuments(folder, schema)
    expect(read).toThrow(/^GRAPHQL_DOCUMENTS_ONLY [^\n]*$/)
    expect(read).toThrow(message)
  })

  it('that holds a file which cannot be read', () => {
    const folder = folderOf({})
    symlinkSync(join(folder, 'nowhere'), join(folder, 'more/x.graphql'))
    expect(() => readTrustedDocuments(folder, schema)).toThrow(
      /: more\/x\.graphql cannot be read \(ENOENT\);/,
    )
  })

  it('and the line says once what is wrong', () => {
    const read = () => readTrustedDocuments(folderOf({ 'x.graphql': 'query {' }), schema)
    const failure = describeStartFailure(thrownBy(read), null)
    expect(failure?.split('Syntax Error')).toHaveLength(2)
  })

  it('that does not exist', () => {
    expect(() => readTrustedDocuments('/does/not/exist', schema)).toThrow('ENOENT')
  })
})
