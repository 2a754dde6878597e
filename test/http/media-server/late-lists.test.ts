import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const service = await startService({}, afterAll)
const films = Array.from({ length: 3 }, (_, at) => ({
  id: `tt100000${at}`,
  type: 'movie',
  name: `Film ${at}`,
}))
const manifest = {
  id: 'test.late',
  version: '1.0.0',
  name: 'Late',
  types: ['movie'],
  resources: ['catalog'],
  catalogs: [
    { type: 'movie', id: 'all', name: 'All films' },
    {
      type: 'movie',
      id: 'by-genre',
      name: 'By genre',
      extra: [{ name: 'genre', isRequired: true, options: ['Western'] }],
    },
    { type: 'movie', id: 'find', name: 'Find', extra: [{ name: 'search', isRequired: true }] },
  ],
}

/** A source whose catalogs answer when they are told to, and a household that has it. */
async function startLateHome(isLate: (path: string) => boolean) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const upstream = await startUpstream((request, response) => {
    const path = request.url!
    const answer = json(path.endsWith('/manifest.json') ? manifest : { metas: films })
    if (!isLate(path)) return answer(request, response)
    promise.then(() => answer(request, response)).catch(() => {})
  })
  const owner = await service.createUser({ sources: [sourceAt(upstream.url, 'Late')] })
  const send = senderOf(service.url, (await signInApp(service.url, owner)).token)
  return { upstream, answerNow: resolve, send }
}

/** Waits of lists end when the test says so. */
function holdWaits() {
  const soon = new AbortController()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms < 8_000 ? soon.signal : timeout(ms)))
  const release = () => spy.mockRestore()
  onTestFinished(release)
  return { release, end: () => soon.abort(new DOMException('late', 'TimeoutError')) }
}

const viewsOf = async (send: ReturnType<typeof senderOf>) =>
  (await send('/UserViews')).body.Items as { Id: string; Name: string }[]

const namesOf = ({ body }: { body: { Items: { Name: string }[] } }) =>
  body.Items.map(({ Name }) => Name)

describe('A list whose source has not answered in time', () => {
  it.each([
    ['of a genre', 'by-genre', (id: string) => `/Items?parentId=${id}&genres=Western`],
    ['of a search', 'find', () => '/Items?searchTerm=nothing+of+this&recursive=true'],
    [
      'of a search for several kinds',
      'find',
      () => '/Items?searchTerm=nothing+of+this&recursive=true&includeItemTypes=Movie,Person',
    ],
  ])('%s is there for whoever asks again, and its source asked once', async (...named) => {
    const [, catalog, pathOf] = named
    const { upstream, answerNow, send } = await startLateHome((path) => path.includes(catalog))
    const views = await viewsOf(send)
    const path = pathOf(views.find(({ Name }) => Name === 'By genre')!.Id)
    const asked = () => upstream.paths.filter((one) => one.includes(catalog)).length
    const waits = holdWaits()
    const early = send(path)
    await expect.poll(asked).toBe(1)
    waits.end()
    expect(namesOf(await early)).toEqual([])
    waits.release()
    answerNow()
    expect(namesOf(await send(path))).toEqual(['Film 0', 'Film 1', 'Film 2'])
    expect(asked()).toBe(1)
  })

  it('of a genre waits longer than one that has something to list', async () => {
    const { upstream, answerNow, send } = await startLateHome((path) => path.includes('by-genre'))
    const { Id } = (await viewsOf(send)).find(({ Name }) => Name === 'By genre')!
    const soon = new AbortController()
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 3_500 ? soon.signal : timeout(ms),
    )
    const asked = send(`/Items?parentId=${Id}&genres=Western`)
    await expect.poll(() => upstream.paths.some((one) => one.includes('by-genre'))).toBe(true)
    soon.abort()
    answerNow()
    expect(namesOf(await asked)).toEqual(['Film 0', 'Film 1', 'Film 2'])
  })
})
