import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChildrenHome } from '../../support/children-home.ts'
import { fileLasting, startMediaServer } from '../../support/media-files.ts'
import { startSkipServices } from '../../support/skip-services.ts'

const skips = await startSkipServices(afterAll)
skips.sayUsual()
const files = await startMediaServer(fileLasting(5_400_000), { ends: afterAll })
const home = await startChildrenHome(afterAll, {
  files: files.url,
  env: { SKIP_SOURCES: skips.setting(), READ_FILE_HEADERS: 'true' },
})
const { send, ids, gentle, kim, bob, olga } = home
type Reader = typeof kim

async function list({ token }: Reader, path: string): Promise<{ Id: string; Type: string }[]> {
  return JSON.parse((await send(token, 'GET', path)).text).Items
}

const query = async ({ token }: Reader, text: string) =>
  JSON.parse((await send(token, 'POST', '/graphql', { query: text })).text)

let seen = ''

beforeAll(async () => {
  const [show] = await list(kim, '/Items?recursive=true&includeItemTypes=Series')
  const [episode] = await list(kim, `/Shows/${show!.Id}/Episodes`)
  seen = episode!.Id
})

describe('Marks for skipping', () => {
  const typesOf = async ({ token }: Reader, id: string) => {
    const { status, text } = await send(token, 'GET', `/MediaSegments/${id}`)
    return { status, types: JSON.parse(text).Items?.map(({ Type }: { Type: string }) => Type) }
  }
  const graphqlTypesOf = async (reader: Reader, id: string) => {
    const { data } = await query(reader, `{ mediaSegments(itemId: "${id}") { type } }`)
    return data?.mediaSegments.map(({ type }: { type: string }) => type) ?? null
  }

  it('are told of what a user may watch, and of nothing else', async () => {
    for (const reader of [bob, olga]) {
      expect(await typesOf(reader, ids.episode)).toEqual({ status: 200, types: ['Intro'] })
      expect(await graphqlTypesOf(reader, ids.episode)).toEqual(['INTRO'])
    }
    expect(await typesOf(kim, seen)).toEqual({ status: 200, types: ['Intro'] })
    expect(await graphqlTypesOf(kim, seen)).toEqual(['INTRO'])
    expect(await typesOf(kim, ids.episode)).toEqual({ status: 404, types: undefined })
    expect(await graphqlTypesOf(kim, ids.episode)).toBeNull()
  })
})

describe('Chapters', () => {
  const names = ['Opening', 'The end']

  const chaptersOf = async ({ token }: Reader, id: string) => {
    const opened = await send(token, 'POST', `/Items/${id}/PlaybackInfo`, {})
    const { status, text } = await send(token, 'GET', `/Items/${id}?fields=Chapters`)
    const { Chapters = [] } = JSON.parse(text)
    return {
      statuses: [opened.status, status],
      names: Chapters.map(({ Name }: { Name: string }) => Name),
    }
  }
  const graphqlChaptersOf = async (reader: Reader, id: string) => {
    const { data } = await query(
      reader,
      `{ versions(itemId: "${id}") { versions { media { chapters { name } } } } }`,
    )
    const [version] = data?.versions?.versions ?? []
    return version?.media.chapters.map(({ name }: { name: string }) => name) ?? null
  }

  it('are told of what a user may watch, and of nothing else', async () => {
    for (const [reader, id] of [
      [bob, ids.film],
      [olga, ids.film],
      [kim, gentle],
    ] as const) {
      expect(await chaptersOf(reader, id)).toEqual({ statuses: [200, 200], names })
      expect(await graphqlChaptersOf(reader, id)).toEqual(names)
    }
    expect(await chaptersOf(kim, ids.film)).toEqual({ statuses: [404, 404], names: [] })
    expect(await graphqlChaptersOf(kim, ids.film)).toBeNull()
  })
})
