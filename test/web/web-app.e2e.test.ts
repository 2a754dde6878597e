import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { createApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import {
  fill,
  openPages,
  opens,
  openSignedIn,
  press,
  reload,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-app-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(noChromium)('A web client for media servers', () => {
  beforeAll(() =>
    build({
      root: dirname(fileURLToPath(import.meta.resolve('../support/web-app/main.ts'))),
      base: './',
      configFile: false,
      logLevel: 'silent',
      build: { outDir: folder, emptyOutDir: true, target: 'esnext' },
    }),
  )

  it('that is served here opens signed in, and its device can be signed out', async () => {
    const service = await startService({ WEB_APP_DIR: folder })
    const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
    const { page, troubles } = await openPages(service.url)
    await page.goto(`${service.url}/web/`)
    await shows(page, 'Not signed in')
    await page.evaluate(() =>
      localStorage.setItem('jellyfin_credentials', '{"Servers":[{"Id":"another"}],"own":1}'),
    )
    await openSignedIn(page, service.url, owner, 'install')
    expect(await seriousFaults(page)).toEqual([])
    await press(page, 'Open it signed in')
    await opens(page, '/web/')
    await shows(page, 'Signed in as Olga')
    const kept = await page.evaluate(() => localStorage.getItem('jellyfin_credentials'))
    expect(JSON.parse(kept!)).toMatchObject({
      own: 1,
      Servers: [{ ManualAddress: service.url }, { Id: 'another' }],
    })
    expect(kept).not.toContain(owner.password)
    const { data } = await service.graphql('{ devices { device { id client } } }', { auth: owner })
    expect(data.devices).toMatchObject([{ device: { client: 'Web client' } }])
    const { id } = data.devices[0].device
    await service.graphql(`mutation { revokeDevice(id: "${id}") }`, { auth: owner })
    expect(troubles).toEqual([])
    await reload(page)
    await shows(page, '401')
  }, 60_000)

  it('at another address is let in by its code on the same page', async () => {
    const service = await startService({ WEB_APP_URL: 'https://client.example/jellyfin' })
    const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
    const api = getAuthenticationApi(createApp(service.url, 'another'))
    const { data } = await api.initiateQuickConnect()
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'install')
    await shows(page, 'at another address')
    const link = await page.$eval('a[target=_blank][href*="client.example"]', (one) => one.href)
    expect(link).toBe('https://client.example/jellyfin')
    await fill(page, 'Code', data.Code!)
    await press(page, 'Sign the device in')
    await shows(page, 'The device is signed in.')
    const state = await api.getQuickConnectState({ secret: data.Secret! })
    expect(state.data.Authenticated).toBe(true)
  }, 60_000)

  it('is not offered where there is none', async () => {
    const service = await startService()
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, await service.createUser(), 'install')
    await shows(page, 'Install in Stremio')
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('In the browser')
    expect(await service.request('/web/')).toMatchObject({ status: 404 })
  }, 60_000)
})
