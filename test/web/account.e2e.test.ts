import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { downloadsOf, emptyPage, noChromium } from '../support/browser.ts'
import { chooseFile } from '../support/file-choice.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { click, fill, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const config = {
  name: 'Family',
  sources: [{ type: 'stremio', name: 'First', url: 'https://first.example/manifest.json' }],
}
const neither = 'This is neither a JSON object nor base64 of one.'
const importField = '::-p-aria([name="Import: paste JSON or base64"])'

async function open(own: object = config) {
  const owner = await service.createUser(own)
  const { page, troubles } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'account')
  await shows(page, 'Signed-in browsers')
  const saved = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData
  }
  return { owner, page, troubles, saved }
}

/** Another browser that is signed in to the same configuration. */
async function openElsewhere(owner: { uuid: string; password: string }) {
  const other = await emptyPage()
  await openSignedIn(other, service.url, owner, 'dashboard')
  return other
}

const hasEnded = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await (await fetch('/session')).json()).data.uuid === null)

async function paste(page: Page, selector: string, text: string): Promise<void> {
  await page.focus(selector)
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.sendCharacter(text)
}

describe.skipIf(noChromium)('On the page of a configuration', () => {
  it('what is exported comes in again, compared before it is saved; wrong files are told apart', async () => {
    const { page, troubles, saved } = await open()
    const before = await saved()
    const folder = await downloadsOf(page)
    await press(page, 'Export as JSON')
    const [file] = await until(
      'the export',
      () => readdirSync(folder).filter((name) => name.endsWith('.json')),
      (names) => names.length > 0,
    )
    expect(JSON.parse(readFileSync(join(folder, file!), 'utf8'))).toEqual(before)
    const base64 = await page.$eval(
      '::-p-aria([name="For the header x-service-user-data"])',
      (field) => (field as HTMLInputElement).value,
    )
    expect(JSON.parse(Buffer.from(base64, 'base64').toString())).toEqual(before)
    for (const wrong of ['no JSON at all', '[{}]', '{"data":{"userData":[]}}', '\0\x01', '7']) {
      await chooseFile(page, 'Choose a file', wrong)
      await until(
        'the content',
        () => page.$eval(importField, (field) => (field as HTMLTextAreaElement).value),
        (value) => value.trim() === wrong.trim(),
      )
      await shows(page, neither)
      await paste(page, importField, '')
      await page.waitForFunction((text) => !document.body.innerText.includes(text), {}, neither)
    }
    await chooseFile(page, 'Choose a file', `{"name":"${'x'.repeat(2 ** 20)}"}`)
    await shows(page, 'This is larger than the service takes.')
    await chooseFile(page, 'Choose a file', '{"name":7,"sources":"none"}')
    await shows(page, 'differences:')
    await press(page, 'Replace the configuration')
    await shows(page, 'The service does not accept this')
    expect(await saved()).toEqual(before)
    await paste(page, importField, base64)
    await shows(page, 'This is what is saved already.')
    await chooseFile(page, 'Choose a file', JSON.stringify({ ...before, name: 'Summer house' }))
    await shows(page, '1 difference:')
    const row = await page.$$eval('tbody td', (cells) => cells.map((cell) => cell.textContent))
    expect(row).toEqual(['name', '"Family"', '"Summer house"'])
    expect(await saved()).toEqual(before)
    await press(page, 'Replace the configuration')
    await shows(page, 'Saved.')
    expect(await saved()).toEqual({ ...before, name: 'Summer house' })
    expect(troubles).toEqual([])
  }, 120_000)

  it('an export whose rules name a source by its place comes in again as no difference', async () => {
    const { page, saved } = await open({ ...config, catalogs: { hidden: ['#1/movie/top'] } })
    const exported = await page.$eval('a[download]', ({ href }) =>
      decodeURIComponent(href.split(',')[1]!),
    )
    expect([JSON.parse(exported).sources[0].id, (await saved()).sources[0].id]).toEqual([
      '#1',
      undefined,
    ])
    await paste(page, importField, exported)
    await shows(page, 'This is what is saved already.')
  }, 60_000)

  it('another browser is signed out, and a new password ends other browsers and installed addresses', async () => {
    const { owner, page } = await open()
    const manifest = `/stremio/${owner.uuid}/${owner.token}/manifest.json`
    const other = await openElsewhere(owner)
    await page.reload()
    await click(page, '::-p-xpath(//button[starts-with(@aria-label, "Sign out ")])')
    await until('the end', () => hasEnded(other))
    await page.waitForSelector('::-p-xpath(//button[starts-with(@aria-label, "Sign out ")])', {
      hidden: true,
    })
    expect(await hasEnded(page)).toBe(false)
    const third = await openElsewhere(owner)
    await fill(page, 'Current password', 'wrong horse')
    await fill(page, 'New password', 'another horse')
    await press(page, 'Change it')
    await shows(page, 'This did not work')
    expect((await service.request(manifest)).status).toBe(200)
    expect(await hasEnded(third)).toBe(false)
    await fill(page, 'Current password', owner.password)
    await press(page, 'Change it')
    await shows(page, 'The password is changed.')
    expect((await service.request(manifest)).status).toBeGreaterThanOrEqual(400)
    expect([await hasEnded(third), await hasEnded(page)]).toEqual([true, false])
  }, 120_000)
})
