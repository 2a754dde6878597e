import { describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { gone, startFiles } from '../../support/dead-links.ts'
import type { Auth } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'

const id = 'tt1000001'
const names = ['1080p.WEB-DL.x264-ONE', '720p.WEB-DL.x264-ONE', '1080p.BluRay.x264-TWO']

/** A film with three files that the service carries, of which the addon alone was asked. */
async function startHome() {
  const files = await startFiles()
  const { url } = await serveAddon(
    {
      id: 'org.example.films',
      version: '1.0.0',
      name: 'Films',
      description: 'An addon as its authors write it',
      types: ['movie'],
      resources: ['stream'],
      idPrefixes: ['tt'],
      catalogs: [],
    },
    {
      stream: () => ({
        streams: names.map((name, place) => ({
          name,
          url: `${files.url}/file${place}`,
          behaviorHints: { filename: `Some.Film.2020.${name}.mkv` },
        })),
      }),
    },
  )
  const service = await startService()
  const user = await service.createUser({
    sources: [sourceAt(url, 'Films')],
    stremio: { recordPlays: true },
    mediaServer: { proxy: true },
  })
  const { addon } = await detectFromURL(
    `${service.url}/stremio/${user.uuid}/${user.token}/manifest.json`,
  )
  const { streams } = await addon.get('stream', 'movie', id)
  async function begins(address: string): Promise<string | number> {
    const leaving = new AbortController()
    const answer = await fetch(address, { signal: leaving.signal })
    if (!answer.ok) return answer.status
    const { value } = await answer.body!.getReader().read()
    leaving.abort()
    return Buffer.from(value!).toString()
  }
  async function deadLinks(auth: Auth): Promise<number> {
    const query = `{ sourceHealth(from: "${new Date(Date.now() - 1_000).toISOString()}", area: STREAMS, bucket: HOUR) {
      buckets { deadLinks } } }`
    const { data } = await service.graphql(query, { auth })
    return data.sourceHealth[0].buckets.at(-1).deadLinks
  }
  type Stream = { url: string; behaviorHints: { filename: string } }
  const first = (streams as Stream[]).find(({ behaviorHints }) =>
    behaviorHints.filename.includes(names[0]!),
  )!
  return { files, user, url: first.url, begins, deadLinks }
}

describe('A stream of the addon whose link is dead', () => {
  it('is asked twice, then the one most like it plays, and the health of its source knows', async () => {
    const { files, user, url, begins, deadLinks } = await startHome()
    files.refuse('/file0', ...gone)
    expect(await begins(url)).toBe('file2')
    expect(files.asked('/file0')).toBe(2)
    expect(await deadLinks(user)).toBe(1)
    // The film stays the same file for as long as it plays.
    files.refuse('/file0')
    expect(await begins(url)).toBe('file2')
  })

  it('is what plays where it answers the second time', async () => {
    const { files, user, url, begins, deadLinks } = await startHome()
    files.refuse('/file0', 503)
    expect(await begins(url)).toBe('file0')
    expect(await deadLinks(user)).toBe(0)
  })
})
