import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium, openPage } from './browser.ts'
import { startUpstream } from './upstream.ts'

const site = await startUpstream(
  (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('cache-control', 'max-age=3600')
    response.end('<!doctype html><title>a site</title>')
  },
  undefined,
  afterAll,
)

/** What a site finds of earlier visits. */
const found = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    steps: history.length,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as never })).state,
  }))

async function leaveAll(page: Page) {
  await page.browserContext().overridePermissions(site.url, ['clipboard-read'])
  await page.evaluate(async () => {
    document.cookie = 'visited=yes; max-age=3600'
    localStorage.setItem('visited', 'yes')
    sessionStorage.setItem('visited', 'yes')
    await caches.open('visited')
    await new Promise((resolve) => {
      indexedDB.open('visited').addEventListener('success', resolve)
    })
    history.pushState(null, '', '?again')
  })
}

describe.skipIf(noChromium)('The browser of a test', () => {
  it.each([1, 2])('knows nothing of those before it (%i)', async () => {
    const page = await openPage(site.url)
    const before = await found(page)
    expect(before).toEqual({
      cookies: '',
      local: 0,
      session: 0,
      caches: [],
      databases: 0,
      steps: 2,
      clipboard: 'prompt',
    })
    await leaveAll(page)
    const after = await found(page)
    for (const [name, value] of Object.entries(before)) {
      expect({ [name]: after[name as keyof typeof after] }).not.toEqual({ [name]: value })
    }
  })

  it('has still what they have loaded', () => {
    expect(site.paths.filter((path) => path === '/')).toHaveLength(1)
  })

  it('is another one than that of a page that is open', async () => {
    const [one, other] = [await openPage(site.url), await openPage(site.url)]
    await leaveAll(one)
    expect(await found(other)).toMatchObject({ cookies: '', local: 0, databases: 0 })
  })
})
