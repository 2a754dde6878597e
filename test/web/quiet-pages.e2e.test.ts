import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, settled } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const addon = await startAddon({ streams: [filmStream(1)], ends: afterAll })

/** How many timers with this pause the page sets while it is drawn sixty times. */
function timersOf(page: Page, pauses: readonly number[]): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const plain = globalThis.setTimeout
        let count = 0
        globalThis.setTimeout = new Proxy(plain, {
          apply(set, self, parameters: [() => void, number?]) {
            if (wanted.includes(parameters[1] ?? 0)) count += 1
            return Reflect.apply(set, self, parameters)
          },
        })
        let frames = 60
        const next = () => {
          frames -= 1
          if (frames > 0) requestAnimationFrame(next)
          else {
            globalThis.setTimeout = plain
            resolve(count)
          }
        }
        requestAnimationFrame(next)
      }),
    pauses,
  )
}

describe.skipIf(noChromium)('A page on which nothing changes', () => {
  it.each(['catalogs', 'rules'])(
    'is not drawn again and again: %s',
    async (name) => {
      const owner = await service.createUser({
        sources: [{ type: 'stremio', url: `${addon.url}/manifest.json` }],
      })
      const { page } = await openPages(service.url)
      await openSignedIn(page, service.url, owner, name)
      await settled(page)
      expect(await timersOf(page, [200, 300])).toBe(0)
    },
    60_000,
  )
})
