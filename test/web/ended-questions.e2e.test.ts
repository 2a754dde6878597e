import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { filmId, startFilmSource } from '../support/film-source.ts'
import { senderOf, signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { focusOn, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const { source } = await startFilmSource({ films: 3, series: 0, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  sources: [source],
  searchLog: true,
  mediaServer: { owner: { name: 'Olga' } },
})

type Asked = { readonly query: string; readonly count: number; readonly isRefused?: RegExp }

async function openLimited(name: string, { query, count, isRefused = /./ }: Asked) {
  const { page } = await openPages(service.url)
  const times: number[] = []
  let isOver = false
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    const isAsked = body.includes(`query ${query}(`)
    if (isAsked) times.push(performance.now())
    const isAwaited = body.includes('query Instance') && !isOver
    if (isAwaited) isOver = performance.now() - (times[count - 1] ?? Infinity) > 3_000
    if (!(isAsked && isRefused.test(body)) && !(isAwaited && !isOver))
      return void request.continue()
    const extensions = { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 }
    const answer = JSON.stringify({ data: null, errors: [{ message: 'Refused', extensions }] })
    return void request.respond({ status: 200, contentType: 'application/json', body: answer })
  })
  await openSignedIn(page, service.url, owner, name)
  const endCount = async () => {
    await until('three seconds more', () => isOver, Boolean, { timeoutMs: 40_000 })
    return times.length
  }
  return { page, endCount }
}

async function importPlays(count: number): Promise<void> {
  const { token } = await signInApp(service.url, owner)
  const { data } = await service.graphql('{ serviceUsers { user { id name } } }', { auth: owner })
  const [{ user }] = data.serviceUsers as [{ user: { id: string; name: string } }]
  const begun = Date.now() - 10 * 3_600_000
  const plays = Array.from({ length: count }, (_, index) => ({
    itemKey: filmId(0),
    titleKey: filmId(0),
    kind: 'movie',
    userId: user.id,
    startedAt: begun - index * 600_000,
    endedAt: begun - index * 600_000 + 500_000,
    watchedMs: 500_000,
    finished: true,
    client: 'App',
    origin: 'local',
  }))
  await senderOf(service.url, token)('/Service/History/Import?restore=true', {
    format: 'stream-aggregation-history',
    version: 2,
    exportedAt: Date.now(),
    users: [{ ...user, own: true, historyOf: null }],
    items: [],
    plays,
  })
}

describe.skipIf(noChromium)('A question that ends when it is refused is not asked again', () => {
  it('as the names of the last searches', async () => {
    for (const film of [0, 1, 2])
      await service.request(`/api/v1/search?type=movie&id=${filmId(film)}`, { auth: owner })
    const { endCount } = await openLimited('search', { query: 'TitleName', count: 1 })
    expect(await endCount()).toBe(1)
  }, 60_000)

  it('as the titles of a name', async () => {
    const { page, endCount } = await openLimited('search', { query: 'FindTitles', count: 1 })
    await press(page, 'Another title')
    // At once: of letters that come slowly, each is a question of its own.
    await focusOn(page, '::-p-aria([name="Title"][role="combobox"])')
    await page.keyboard.sendCharacter('film 1')
    expect(await endCount()).toBe(1)
  }, 60_000)

  it('as what rules do, after five times more', async () => {
    const { endCount } = await openLimited('rules', { query: 'PreviewRules', count: 6 })
    expect(await endCount()).toBe(6)
  }, 60_000)

  it('as more of the history, of which all that is shown stays as it is', async () => {
    await importPlays(30)
    const isRefused = /"after":"/
    const { page, endCount } = await openLimited('dashboard', {
      query: 'Plays',
      count: 2,
      isRefused,
    })
    await press(page, 'Show more')
    await shows(page, 'This did not work')
    expect(await endCount()).toBe(2)
    expect(
      await page.$$('::-p-xpath(//section[.//h2[.="History"]]//button[.="Remove"])'),
    ).toHaveLength(25)
  }, 60_000)
})
