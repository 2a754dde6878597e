import { describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, shows } from '../support/web-pages.ts'

describe.skipIf(noChromium)('A page of a service with a public https address', () => {
  it('stays signed in where it is opened on the machine itself', async () => {
    const service = await startService({ BASE_URL: 'https://streams.example' })
    const owner = await service.createUser({ name: 'Family' })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'account')
    await shows(page, 'Family')
    // The page looks at the session every ten seconds.
    const { data } = await (
      await page.waitForResponse((response) => response.url().endsWith('/session'))
    ).json()
    expect(data).toMatchObject({ uuid: owner.uuid })
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Your session')
  }, 60_000)
})
