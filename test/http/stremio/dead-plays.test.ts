import { describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { gone, startFiles } from '../../support/dead-links.ts'
import { startLastingFiles } from '../../support/lasting-files.ts'
import type { Auth } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'

const id = 'tt1000001'
const names = ['1080p.WEB-DL.x264-ONE', '720p.WEB-DL.x264-ONE', '1080p.BluRay.x264-TWO']
const [clip, film] = [120_000, 5_400_000]

type Stream = { url: string; behaviorHints: { filename: string } }

/** A film with these files, of which the addon alone was asked. */
async function startAddon(
  { url: filesUrl, releases = names }: { url: string; releases?: readonly string[] },
  { env = {}, proxy = false, state = '' } = {},
) {
  const { url } = await serveAddon(
    {
      id: 'org.example.films',
      version: '1.0.0',
      name: 'Films',
      description: 'An addon as its authors write it',
      types: ['movie'],
      resources: ['stream', 'meta'],
      idPrefixes: ['tt'],
      catalogs: [],
    },
    {
      stream: () => ({
        streams: releases.map((name, place) => ({
          name: `${state} ${name}`,
          url: `${filesUrl}/file${place}`,
          behaviorHints: { filename: `Some.Film.2020.${name}.mkv` },
        })),
      }),
      meta: ({ type }) => ({ meta: { id, type, name: 'Some Film', runtime: '90 min' } }),
    },
  )
  const service = await startService(env)
  const user = await service.createUser({
    sources: [sourceAt(url, 'Films')],
    stremio: { recordPlays: true },
    mediaServer: { proxy },
  })
  const { addon } = await detectFromURL(
    `${service.url}/stremio/${user.uuid}/${user.token}/manifest.json`,
  )
  const { streams } = await addon.get('stream', 'movie', id)
  async function deadLinks(auth: Auth): Promise<number> {
    const query = `{ sourceHealth(from: "${new Date(Date.now() - 1_000).toISOString()}", area: STREAMS, bucket: HOUR) {
      buckets { deadLinks } } }`
    const { data } = await service.graphql(query, { auth })
    return data.sourceHealth[0].buckets.at(-1).deadLinks
  }
  const first = (streams as Stream[]).find(({ behaviorHints }) =>
    behaviorHints.filename.includes(releases[0]!),
  )!
  return { user, url: first.url, deadLinks }
}

async function startCarrying() {
  const files = await startFiles()
  const home = await startAddon(files, { proxy: true })
  async function begins(address: string): Promise<string | number> {
    const leaving = new AbortController()
    const answer = await fetch(address, { signal: leaving.signal })
    if (!answer.ok) return answer.status
    const { value } = await answer.body!.getReader().read()
    leaving.abort()
    return Buffer.from(value!).toString()
  }
  return { files, ...home, begins }
}

/** Where a player is sent. */
async function sentTo(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' })
  return new URL(answer.headers.get('location')!).pathname
}

describe('A stream of the addon whose link is dead', () => {
  it('is asked twice, then the one most like it plays, and the health of its source knows', async () => {
    const { files, user, url, begins, deadLinks } = await startCarrying()
    files.refuse('/file0', ...gone)
    expect(await begins(url)).toBe('file2')
    expect(files.asked('/file0')).toBe(2)
    expect(await deadLinks(user)).toBe(1)
    // The film stays the same file for as long as it plays.
    files.refuse('/file0')
    expect(await begins(url)).toBe('file2')
  })

  it('is what plays where it answers the second time', async () => {
    const { files, user, url, begins, deadLinks } = await startCarrying()
    files.refuse('/file0', 503)
    expect(await begins(url)).toBe('file0')
    expect(await deadLinks(user)).toBe(0)
  })

  it.each<{ what: string; lengths: Record<string, number[]> }>([
    { what: 'leads nowhere', lengths: {} },
    { what: 'leads to two minutes', lengths: { '/file0': [clip] } },
  ])(
    'gives way to the one most like it where players are sent and it $what',
    async ({ lengths }) => {
      const files = await startLastingFiles({ ...lengths, '/file1': [film], '/file2': [film] })
      const { user, url, deadLinks } = await startAddon(files, {
        env: { READ_FILE_HEADERS: 'true' },
      })
      expect(await sentTo(url)).toBe('/file2')
      expect(await deadLinks(user)).toBe(1)
    },
  )

  it('gives way to one of the same range', async () => {
    const releases = ['HDR.x265-ONE', 'x265-ONE', 'HDR.AAC.x265-ONE'].map(
      (name) => `1080p.WEB-DL.${name}`,
    )
    const files = await startLastingFiles({ '/file1': [film], '/file2': [film] })
    const { url } = await startAddon({ ...files, releases }, { env: { READ_FILE_HEADERS: 'true' } })
    expect(await sentTo(url)).toBe('/file2')
  })

  it('is not opened where its service would have to fetch the file first', async () => {
    const files = await startLastingFiles({ '/file0': [film] })
    const { url } = await startAddon(files, {
      env: { READ_FILE_HEADERS: 'true' },
      state: '[RD download]',
    })
    expect(await sentTo(url)).toBe('/file0')
    expect(files.read).toEqual([])
  })
})
