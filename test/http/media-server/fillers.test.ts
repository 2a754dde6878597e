import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startListSource } from '../../support/list-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { json, startUpstream } from '../../support/upstream.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const anime = 'tt2560140'
const show = 'tt9000001'

/** Two pages, as Jikan pages its lists. */
const jikan: Answer = (request, response) => {
  const isFirst = request.url?.endsWith('page=1')
  const data = isFirst
    ? [
        { mal_id: 1, title: 'One', filler: false, recap: false },
        { mal_id: 2, title: 'Two', filler: true, recap: false },
        { title: 'without a number', filler: true },
      ]
    : [{ mal_id: 3, title: 'Three', filler: false, recap: true }]
  json({ pagination: { last_visible_page: 2, has_next_page: isFirst }, data })(request, response)
}

/** A household with an anime and another series, and a server that stands for Jikan. */
async function startHome(answer: Answer, env: Readonly<Record<string, string>> = {}) {
  const upstream = await startUpstream(answer)
  const { source } = await startListSource({
    titles: [
      { id: anime, type: 'series', name: 'Attack' },
      { id: show, type: 'series', name: 'Show' },
    ],
    catalogs: [{ type: 'series', id: 'shows', name: 'Shows', titles: [anime, show] }],
    episodes: (id) =>
      [1, 2, 3].map((episode) => ({
        id: `${id}:1:${episode}`,
        title: `Episode ${episode}`,
        season: 1,
        episode,
        released: '2013-05-01T00:00:00.000Z',
        ...(id === show && episode === 2 && { filler: true }),
        ...(id === show && episode === 3 && { recap: true }),
      })),
    ends: onTestFinished,
  })
  const FILLER_SOURCE = `${upstream.url}/v4/`
  const service = await startService({ FILLER_SOURCE, ...env })
  await service.service.services.anime.useSample()
  const owner = await service.createUser({ sources: [source] })
  const { token } = await signInApp(service.url, owner)
  const send = senderOf(service.url, token)
  const marks = marksFor(send)

  return { service, owner, send, marks, paths: upstream.paths, FILLER_SOURCE }
}

function marksFor(send: ReturnType<typeof senderOf>) {
  return async (name: string): Promise<unknown[]> => {
    const { body } = await send('/Items?recursive=true&includeItemTypes=Series')
    const series = body.Items.find(({ Name }: { Name: string }) => Name === name)
    const episodes = (await send(`/Shows/${series.Id}/Episodes`)).body.Items
    return episodes.map(({ service: own }: { service?: object }) => own ?? null)
  }
}

const marked = [null, { filler: true }, { recap: true }]

const untilMarked = (marks: (name: string) => Promise<unknown[]>) =>
  until(
    'marks of fillers',
    () => marks('Attack'),
    (seen) => seen.some((one) => one !== null),
  )

describe('Episodes of an anime', () => {
  it('say whether they are fillers or recaps, after both pages of the list, read once', async () => {
    const { send, marks, paths } = await startHome(jikan)
    expect(await untilMarked(marks)).toEqual(marked)
    expect(paths).toEqual(['/v4/anime/16498/episodes?page=1', '/v4/anime/16498/episodes?page=2'])
    const [, second] = (await send('/Items?recursive=true&includeItemTypes=Episode')).body.Items
    expect((await send(`/Items/${second.Id}`)).body.service).toEqual({ filler: true })
    expect((await send('/System/Info/Public')).body.service.features.fillers).toBe(1)
  })

  it('never wait long for the list, and are marked once it is there', async () => {
    const open = Promise.withResolvers<null>()
    const { marks } = await startHome((request, response) => {
      void open.promise.then(() => jikan(request, response))
    })
    const started = performance.now()
    expect(await marks('Attack')).toEqual([null, null, null])
    expect(performance.now() - started).toBeLessThan(2_000)
    open.resolve(null)
    expect(await untilMarked(marks)).toEqual(marked)
  })

  it('stay marked after a restart, without another request', async () => {
    const { service, owner, marks, paths, FILLER_SOURCE } = await startHome(jikan)
    expect(await untilMarked(marks)).toEqual(marked)
    const asked = paths.length
    await service.close()
    const again = await startService({ DATA_DIR: service.dataDir, FILLER_SOURCE })
    await again.service.services.anime.useSample()
    const { token } = await signInApp(again.url, owner)
    expect(await untilMarked(marksFor(senderOf(again.url, token)))).toEqual(marked)
    expect(paths).toHaveLength(asked)
  })

  const days: [string, Answer][] = [
    ['answers 500', (_request, response) => void response.writeHead(500).end()],
    ['answers HTML', (_request, response) => void response.end('<html>')],
    ['answers other JSON', json({ data: 'none' })],
    ['knows nothing', (_request, response) => void response.writeHead(404).end('{}')],
    ['is empty', json({ data: [] })],
    ['hangs up', (_request, response) => void response.destroy()],
  ]

  it.each(days)('are listed without marks when the list %s', async (_what, day) => {
    const { marks, paths } = await startHome(day)
    expect(await marks('Attack')).toEqual([null, null, null])
    await until('Jikan to be asked', () => paths.length > 0)
    expect(await marks('Attack')).toEqual([null, null, null])
  })
})

describe('Episodes of another series', () => {
  it('are marked as their source says, and nobody else is asked', async () => {
    const { marks, paths } = await startHome(jikan)
    expect(await marks('Show')).toEqual([null, { filler: true }, { recap: true }])
    expect(paths).toEqual([])
  })
})

describe('Without a list of fillers', () => {
  it('the feature is not announced, and nobody is asked', async () => {
    const { send, marks, paths } = await startHome(jikan, { FILLER_SOURCE: 'off' })
    expect(await marks('Attack')).toEqual([null, null, null])
    expect(paths).toEqual([])
    expect((await send('/System/Info/Public')).body.service.features.fillers).toBeUndefined()
  })
})
