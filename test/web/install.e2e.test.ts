import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pageNames } from '../../src/http/pages/web-pages.ts'
import { noChromium } from '../support/browser.ts'
import { startPathProxy } from '../support/path-proxy.ts'
import { drawnCodes, squaresOf } from '../support/qr-codes.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  answer,
  click,
  fill,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  settled,
  shows,
} from '../support/web-pages.ts'

/** What follows `-H` and is quoted, and the address of a command that stands in a field. */
function asked(command: string) {
  const [, header, value] = /-H '(authorization): ([^']+)'/.exec(command)!
  const [, address] = /'(http[^']+)'/.exec(command)!
  return { address: address!, headers: { [header!]: value! } }
}

/** Presses the button beside the field, and waits until the clipboard has the text. */
async function copies(page: Page, label: string, text: string): Promise<void> {
  await click(page, `::-p-xpath(//label[.="${label}"]/..//button[.="Copy"])`)
  await until(
    `a copy of ${label}`,
    () => page.evaluate(() => navigator.clipboard.readText()),
    (found) => found === text,
  )
}

describe.skipIf(noChromium)('On the page for installing', () => {
  it('a token is made, works in the shown command, and is revoked', async () => {
    const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' })
    const owner = await service.createUser({ mediaServer: { users: [{ name: 'Kim' }] } })
    const { page, troubles } = await openPages(service.url)
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await openSignedIn(page, service.url, owner, 'install')
    await fill(page, 'Name of the dashboard', 'Wall')
    await press(page, 'Make a token')
    await shows(page, 'Copy the token now')
    expect(await seriousFaults(page)).toEqual([])
    const fields = await page.$$eval('[role=status] input', (inputs) =>
      inputs.map(({ value }) => value),
    )
    const { address, headers } = asked(fields.find((value) => value.includes('/rest/'))!)
    const status = async () => (await fetch(address, { headers })).status
    expect(await status()).toBe(200)
    await click(page, '::-p-aria([name="Revoke Wall"])')
    await answer(page, 'Revoke')
    await page.waitForSelector('::-p-aria([name="Revoke Wall"])', { hidden: true })
    expect(await status()).toBe(401)
    await click(page, '::-p-xpath(//main//a[.="Configuration"])')
    await shows(page, 'Change the password')
    expect(troubles).toEqual([])
  }, 60_000)

  it('each address is copied as it stands, is drawn as its QR code, and works below the path of a proxy', async () => {
    const service = await startService()
    const owner = await service.createUser({
      mediaServer: { users: [{ name: 'Kim', personal: true }, { name: 'Mia' }] },
    })
    const address = await startPathProxy(service.url, '/films', onTestFinished)
    const { page, troubles } = await openPages(address)
    await openSignedIn(page, address, owner, 'install')
    await shows(page, 'Stremio for one user alone')
    expect(await seriousFaults(page)).toEqual([])
    const own = `${address}/stremio/${owner.uuid}/`
    const links = await page.$$eval('a[href^="stremio:"]', (all) => all.map(({ href }) => href))
    expect(links).toEqual([
      expect.stringMatching(own.replace('http:', 'stremio:')),
      expect.stringMatching(
        /^stremio:\/\/127\.0\.0\.1:\d+\/films\/stremio\/p\/[\w-]+\/manifest\.json$/,
      ),
    ])
    for (const link of links) {
      expect((await fetch(link.replace('stremio:', 'http:'))).status).toBe(200)
    }
    const manifests = links.map((link) => link.replace('stremio:', 'http:'))
    expect(await drawnCodes(page)).toEqual([...manifests, address].map(squaresOf))
    await page
      .browserContext()
      .overridePermissions(new URL(address).origin, ['clipboard-read', 'clipboard-sanitized-write'])
    await copies(page, 'Address of the manifest', manifests[0]!)
    await copies(page, 'Address of the addon of Kim', manifests[1]!)
    await copies(page, 'Server', address)
    expect(troubles).toEqual([])
  }, 60_000)

  it('a television is told its three steps', async () => {
    const service = await startService()
    const owner = await service.createUser({})
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'install')
    await press(page, 'Apple TV')
    await shows(page, 'Install Swiftfin from App Store.')
    expect(await seriousFaults(page)).toEqual([])
  }, 60_000)
})

describe.skipIf(noChromium)('Where the operator allows known documents alone', () => {
  it('every page works with its own, and others are refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'documents-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // A name that a document of the pages has, too.
    writeFileSync(join(folder, 'own.graphql'), 'query Instance { own: __typename }')
    const service = await startService({ GRAPHQL_DOCUMENTS_ONLY: folder })
    const owner = await service.createUser({ name: 'Family' })
    const { page, troubles } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'dashboard')
    for (const name of pageNames) {
      await page.goto(`${service.url}/configure/${name}`, { waitUntil: 'networkidle2' })
      await page.waitForSelector('h1')
      await settled(page)
      const text = await page.$eval('main', (main) => main.textContent)
      expect({ name, text }).not.toMatchObject({ text: expect.stringContaining('did not work') })
    }
    expect(troubles).toEqual([])
    const post = async (json: object) =>
      (await service.request('/graphql', { method: 'POST', json, auth: owner })).body
    expect(await post({ query: '{ me { uuid } }' })).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    })
    expect(await post({ documentId: 'Instance' })).toEqual({ data: { own: 'Query' } })
  }, 90_000)
})
