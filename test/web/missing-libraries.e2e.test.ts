import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startHeldAddon } from '../support/catalog-addon.ts'
import { startFilmSource } from '../support/film-source.ts'
import { showsLater } from '../support/interruptions.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, shows } from '../support/web-pages.ts'

const service = await startService({ SOURCE_TIMEOUT: '2s' }, afterAll)
const { source } = await startFilmSource({ films: 1, series: 0, ends: afterAll })
const gone = { type: 'stremio', name: 'Gone', url: 'http://127.0.0.1:9/manifest.json' }
const none = 'No source has a catalog.'
const missing = 'The catalogs of some sources are missing'

/** What the card of the libraries says once it has its answer. */
async function libraries(sources: readonly object[]): Promise<string> {
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, await service.createUser({ sources }), 'media-server')
  const card = await page.waitForSelector('::-p-xpath(//main//section[.//h2="Libraries"])')
  await page.waitForFunction(
    (one) => one!.querySelector('.mantine-Skeleton-root') === null,
    {},
    card,
  )
  return card!.evaluate((one) => (one as HTMLElement).innerText)
}

describe.skipIf(noChromium)('Libraries of the media server', () => {
  it('name the source that failed, in place of saying that none has a catalog', async () => {
    const text = await libraries([gone])
    expect(text).toContain(missing)
    expect(text).toMatch(/^Gone: /m)
    expect(text).not.toContain(none)
  }, 60_000)

  it('are listed as far as they are known, beside the source that failed', async () => {
    const text = await libraries([gone, source])
    expect(text).toMatch(/^Gone: /m)
    expect(text).toContain('All films')
  }, 60_000)

  it('are listed, and nothing is said to be missing, once the source is back', async () => {
    const late = await startHeldAddon('Late')
    const { page } = await openPages(service.url)
    const family = await service.createUser({ sources: [late.source] })
    await openSignedIn(page, service.url, family, 'media-server')
    await showsLater(page, missing)
    late.release()
    await showsLater(page, 'Top of Late')
    expect(await page.$eval('main', (main) => main.innerText)).not.toContain(missing)
  }, 120_000)

  it('are listed though previews are refused', async () => {
    const limited = await startService({ RATE_LIMIT_PREVIEW: '1/10m' })
    const family = await limited.createUser({ sources: [source] })
    const query = '{ catalogPreview { catalogs { ref } } }'
    await limited.graphql(query, { auth: family })
    const { errors } = await limited.graphql(query, { auth: family })
    expect(errors?.[0]?.extensions?.code).toBe('RATE_LIMIT_EXCEEDED')
    const { page } = await openPages(limited.url)
    await openSignedIn(page, limited.url, family, 'media-server')
    await shows(page, 'All films')
    expect(await page.$eval('main', (main) => main.innerText)).not.toContain(missing)
  }, 60_000)

  it('are said to be none where no source failed', async () => {
    const text = await libraries([])
    expect(text).toContain(none)
    expect(text).not.toContain(missing)
  }, 60_000)
})
