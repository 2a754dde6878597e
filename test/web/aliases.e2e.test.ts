import { describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, seriousFaults, shownIn } from '../support/web-pages.ts'

describe.skipIf(noChromium)('A name that the operator has given to a configuration', () => {
  it('stands on the pages with the addresses that it opens', async () => {
    const plain = await startService({})
    const owner = await plain.createUser({})
    const service = await startService({
      DATA_DIR: plain.dataDir,
      ALIASED_CONFIGURATIONS: `films:${owner.uuid}:${owner.token}`,
    })
    const { page, troubles } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'install')
    const manifest = await shownIn(page, 'Address of the manifest by the alias films')
    expect(manifest).toBe(`${service.url}/stremio/u/films/manifest.json`)
    expect(await shownIn(page, 'Shorter user name')).toBe('films')
    expect(await seriousFaults(page)).toEqual([])
    await openSignedIn(page, service.url, owner, 'media-server')
    const server = await shownIn(page, 'Server of this household by the alias films')
    expect(server).toBe(`${service.url}/media/u/films`)
    expect(await shownIn(page, 'Shorter user name')).toBe('films')
    expect(await seriousFaults(page)).toEqual([])
    expect(troubles).toEqual([])
  }, 60_000)
})
