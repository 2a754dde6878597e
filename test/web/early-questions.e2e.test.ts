import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn } from '../support/web-pages.ts'

const service = await startService({}, afterAll)

describe.skipIf(noChromium)('What a page needs', () => {
  it('is asked for while its own scripts are on their way', async () => {
    const owner = await service.createUser({ name: 'Family' })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'account')
    await page.setRequestInterception(true)
    const held: HTTPRequest[] = []
    page.on('request', (request: HTTPRequest) => {
      if (request.url().includes('/sources-page-')) held.push(request)
      else void request.continue()
    })
    const asked = page.waitForRequest(
      (one) => one.postData()?.includes('query Configuration') ?? false,
    )
    const opened = page.goto(`${service.url}/configure/sources`)
    await asked
    expect(held).toHaveLength(1)
    await held[0]!.continue()
    await opened
    await page.waitForSelector('main h1')
  }, 60_000)

  it('is asked for once', async () => {
    const owner = await service.createUser({ name: 'Family' })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'account')
    const asked: string[] = []
    page.on('request', (request: HTTPRequest) => {
      const [, name] = /query (\w+)/.exec(request.postData() ?? '') ?? []
      if (name) asked.push(name)
    })
    await page.goto(`${service.url}/configure/sources`, { waitUntil: 'networkidle0' })
    await page.waitForSelector('main h1')
    expect(asked.filter((name) => ['Configuration', 'Instance'].includes(name)).toSorted()).toEqual(
      ['Configuration', 'Instance'],
    )
  }, 60_000)

  it('is asked for once where nobody is signed in', async () => {
    const { page } = await openPages(service.url)
    const asked: string[] = []
    page.on('request', (request: HTTPRequest) => {
      if (asks(request, 'Instance')) asked.push(request.url())
    })
    await page.goto(`${service.url}/configure/`, { waitUntil: 'networkidle0' })
    await page.waitForSelector('main h1')
    expect(asked).toEqual([`${service.url}/graphql`])
  }, 60_000)

  it('comes with its frame where both are there, what lies below one by one after it', async () => {
    const { page, goTo } = await openAccount()
    await page.evaluateOnNewDocument(() => {
      new MutationObserver(() => {
        if (!document.querySelector('main')) return
        const title = document.querySelector('main h1')?.textContent
        const { length } = document.querySelectorAll('main section')
        performance.mark('seen', { detail: `${title}: ${length}` })
      }).observe(document, { childList: true, subtree: true })
    })
    await page.setRequestInterception(true)
    const answered = new Promise<void>((resolve) =>
      page.on('requestfinished', (one) => {
        if (asks(one, 'Configuration')) resolve()
      }),
    )
    page.on('request', async (request) => {
      if (request.url().endsWith('/readyz')) await answered
      await request.continue()
    })
    await goTo('media-server')
    const seen = () =>
      page.evaluate(() =>
        performance
          .getEntriesByName('seen')
          .map((one) => (one as PerformanceMark).detail as string),
      )
    const counts = [2, 3, 4, 5, 6, 7, 8]
    await expect
      .poll(async () => [...new Set(await seen())])
      .toEqual(counts.map((count) => `Media server: ${count}`))
  }, 60_000)

  it('is asked for at once also where it is drawn in its turn, and not again once it is drawn', async () => {
    const { page, goTo } = await openAccount()
    await page.evaluateOnNewDocument(holdIdleCallbacks)
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      const found = ['TopTitles', 'Plays', 'SourceTimes'].filter((name) => asks(request, name))
      asked.push(...found)
    })
    await goTo('dashboard')
    await expect.poll(() => asked.toSorted()).toEqual(['Plays', 'SourceTimes', 'TopTitles'])
    const late = '::-p-xpath(//h2[.="History" or .="How the sources answer"])'
    expect(await page.$(late)).toBeNull()
    await page.evaluate(() =>
      (globalThis as unknown as { release: (ms: number) => void }).release(20_000),
    )
    await page.waitForSelector('::-p-xpath(//h2[.="How the sources answer"])')
    await page.waitForNetworkIdle({ concurrency: 2 })
    expect(asked.toSorted()).toEqual(['Plays', 'SourceTimes', 'TopTitles'])
  }, 60_000)

  it('keeps nobody from the menu while it is on its way', async () => {
    const { page, goTo } = await openAccount()
    await page.setRequestInterception(true)
    const held: HTTPRequest[] = []
    page.on('request', (request) => {
      if (asks(request, 'Configuration')) held.push(request)
      else void request.continue()
    })
    await goTo('media-server')
    await page.waitForSelector('nav a')
    expect(await page.$('main h1')).toBeNull()
    await held[0]!.continue()
    await page.waitForSelector('main h1')
  }, 60_000)
})

/** In the page: nothing is idle before the release, after which so much time has gone by, in ms. */
function holdIdleCallbacks(): void {
  const { requestIdleCallback: idle } = globalThis
  const { now } = Date
  const held: IdleRequestCallback[] = []
  globalThis.requestIdleCallback = (act) => held.push(act)
  const release = (ms: number) => {
    Date.now = () => now() + ms
    globalThis.requestIdleCallback = idle
    for (const act of held) idle(act)
  }
  Object.assign(globalThis, { release })
}

async function openAccount() {
  const owner = await service.createUser({ name: 'Family' })
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'account')
  return { page, goTo: (name: string) => page.goto(`${service.url}/configure/${name}`) }
}

function asks(request: HTTPRequest, name: string): boolean {
  return request.postData()?.includes(`query ${name}`) ?? false
}
