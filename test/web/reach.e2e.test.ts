import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lanAddresses } from '../../src/core/lan-addresses.ts'
import { noChromium } from '../support/browser.ts'
import { createApp } from '../support/media-client.ts'
import { drawnCodes, squaresOf } from '../support/qr-codes.ts'
import { startService } from '../support/service.ts'
import {
  click,
  openPages,
  openSignedIn,
  seriousFaults,
  shownIn,
  shows,
} from '../support/web-pages.ts'

const lan = lanAddresses(networkInterfaces())
const config = { mediaServer: { users: [{ name: 'Kim', personal: true }] } }

async function open(env: Record<string, string>) {
  const service = await startService({ RATE_LIMIT_SIGN_IN: 'off', ...env })
  const owner = await service.createUser(config)
  const here = `http://localhost:${service.port}`
  const { page } = await openPages(here)
  const go = (name: string) => openSignedIn(page, here, owner, name)
  return { service, owner, here, page, go }
}

describe.skipIf(noChromium)('Opened at localhost,', () => {
  it.skipIf(lan.length === 0)(
    'pages give other devices the address of the machine in the network, which works',
    async () => {
      const { service, owner, here, page, go } = await open({ HOST: '0.0.0.0' })
      const there = `http://${lan[0]}:${service.port}`
      await go('install')
      expect(await shownIn(page, 'Server')).toBe(there)
      await shows(page, `Only this machine reaches the service at ${here}.`)
      await shows(page, 'This one is for Stremio on this machine alone')
      expect(await shownIn(page, 'Address of the manifest')).toMatch(`${here}/stremio/`)
      expect(await drawnCodes(page)).toContain(squaresOf(there))
      expect(await seriousFaults(page)).toEqual([])
      await go('media-server')
      const household = await shownIn(page, 'Server of this household alone')
      expect(household).toMatch(`${there}/media/${owner.uuid}/`)
      await click(page, '::-p-aria([name="Details of Kim"])')
      const personal = await shownIn(page, 'Address of Kim')
      expect(personal).toMatch(`${there}/media/p/`)
      expect(await drawnCodes(page)).toEqual(
        expect.arrayContaining([there, household, personal].map(squaresOf)),
      )
      for (const address of [household, personal]) {
        const { status } = await createApp(address).axiosInstance.get(`${address}/Users/Public`)
        expect(status).toBe(200)
      }
    },
    60_000,
  )

  it.each(['install', 'media-server'])(
    'the page %s says that no television reaches it, where the network does not',
    async (name) => {
      const { here, page, go } = await open({})
      await go(name)
      await shows(page, `A television or phone cannot reach ${here}`)
      expect(await seriousFaults(page)).toEqual([])
    },
    60_000,
  )

  it('pages show the address that the operator has set, with its path', async () => {
    const base = 'http://streams.example/films'
    const { owner, page, go } = await open({ BASE_URL: `${base}/` })
    await go('install')
    expect(await shownIn(page, 'Server')).toBe(base)
    expect(await shownIn(page, 'Address of the manifest')).toMatch(`${base}/stremio/${owner.uuid}/`)
    expect(await shownIn(page, 'Address of the addon of Kim')).toMatch(`${base}/stremio/p/`)
    expect(await shownIn(page, 'REST')).toContain(`'${base}/api/v1/search?`)
    await shows(page, 'Stremio takes addresses that begin with https')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('cannot reach')
    await go('media-server')
    expect(await shownIn(page, 'Server of this household alone')).toMatch(`${base}/media/`)
    await click(page, '::-p-aria([name="Details of Kim"])')
    expect(await shownIn(page, 'Address of Kim')).toMatch(`${base}/media/p/`)
  }, 60_000)
})
