import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import {
  click,
  focusOn,
  openPages,
  press,
  reload,
  seriousFaults,
  setUp,
  settled,
  shows,
} from '../support/web-pages.ts'

const { url, graphql } = await startService({}, afterAll)
const addon = await startAddon({ streams: [filmStream(1), filmStream(2)], ends: afterAll })

async function rulesPage() {
  const opened = await openPages(url)
  const uuid = await setUp(opened.page, url)
  const auth = { uuid, password: 'correct horse' }
  await opened.page.goto(`${url}/configure/rules`)
  await shows(opened.page, 'streams kept')
  const config = async () => {
    const { data } = await graphql('{ me(raw: true) { userData } }', { auth })
    return data.me.userData
  }
  return { ...opened, auth, config }
}

describe.skipIf(noChromium)('On the rules page', () => {
  it('a person tries a preset on the sample, takes it back, and saves after a comparison', async () => {
    const { page, troubles, config } = await rulesPage()
    await press(page, 'Small files')
    await shows(page, 'changes are not saved')
    await press(page, 'Undo')
    await shows(page, 'Everything is saved.')
    await press(page, 'Redo')
    await shows(page, 'changes are not saved')
    await press(page, 'Compare and save')
    await shows(page, 'differences:')
    await click(page, '::-p-xpath(//button[normalize-space(.)="Save"])')
    await shows(page, 'Saved.')
    expect(await config()).toMatchObject({
      filters: { size: { max: 4_000_000_000 } },
      limits: { total: 30 },
    })
    expect(troubles).toEqual([])
  }, 60_000)

  it('a file is found, with the rule that left it out', async () => {
    const { page } = await rulesPage()
    await press(page, '4K at home')
    await page.locator('input[type=search]').fill('HDTS SHAKY')
    await shows(page, 'filters.quality.exclude[1]')
    await shows(page, 'Kind of release: TS is left out.')
    await page.waitForFunction(() => document.querySelectorAll('.streams > li').length === 1)
    expect(await page.$eval('.streams', (list) => list.textContent)).toContain('SHAKY')
  }, 60_000)

  it('rules are tried on the sources, without being saved', async () => {
    const { page, auth, config } = await rulesPage()
    const sources = [addon.source]
    await graphql('mutation ($config: UserData!) { updateUser(config: $config) { etag } }', {
      auth,
      variables: { config: { name: 'Family', sources } },
    })
    await reload(page)
    await shows(page, 'streams kept')
    await press(page, 'Search my sources')
    await shows(page, '2 streams kept')
    await shows(page, 'GRP2')
    await press(page, 'Small files')
    await shows(page, 'changes are not saved')
    expect(await config()).not.toHaveProperty('filters')
  }, 60_000)

  const saveElsewhere = (auth: { uuid: string; password: string }, config: object) =>
    graphql('mutation ($config: UserData!) { updateUser(config: $config) { etag } }', {
      auth,
      variables: { config },
    })

  async function compareAndSave(page: Page): Promise<void> {
    await press(page, 'Compare and save')
    await click(page, '::-p-xpath(//button[normalize-space(.)="Save"])')
  }

  it('rules are saved on top of what else was changed elsewhere', async () => {
    const { page, auth, config } = await rulesPage()
    await press(page, 'Children')
    await saveElsewhere(auth, { name: 'Changed elsewhere' })
    await compareAndSave(page)
    await shows(page, 'Saved.')
    expect(await config()).toMatchObject({ name: 'Changed elsewhere', limits: { total: 15 } })
  }, 60_000)

  it('other rules that were saved elsewhere are told, and the draft is kept and saved over them', async () => {
    const { page, auth, config } = await rulesPage()
    await press(page, 'Children')
    await saveElsewhere(auth, { limits: { total: 7 } })
    await compareAndSave(page)
    await shows(page, 'was changed elsewhere')
    expect(await config()).toMatchObject({ limits: { total: 7 } })
    await press(page, 'Save mine instead')
    await shows(page, 'Saved.')
    expect(await config()).toMatchObject({ limits: { total: 15 } })
  }, 60_000)

  it('the result is one key press away on a narrow screen', async () => {
    const { page } = await rulesPage()
    await page.setViewport({ width: 360, height: 740 })
    await settled(page)
    const isSeen = (id: string) =>
      page.waitForFunction(
        (wanted) => {
          const part = document.querySelector(`#${wanted}`)!
          const { top } = part.getBoundingClientRect()
          return document.activeElement === part && top >= 0 && top < innerHeight / 2
        },
        {},
        id,
      )
    const enter = async (name: string) => {
      await focusOn(
        page,
        `::-p-xpath(//nav[@aria-label="Parts of this page"]//button[.="${name}"])`,
      )
      await page.keyboard.press('Enter')
    }
    await enter('Result')
    await isSeen('rules-result')
    await enter('Rules')
    await isSeen('rules-draft')
    expect(await seriousFaults(page)).toEqual([])
  }, 60_000)

  it('a person who changes too often is told, and sees the last change soon', async () => {
    const limited = await startService({ RATE_LIMIT_PREVIEW: '1/20s' })
    const { page } = await openPages(limited.url)
    await setUp(page, limited.url)
    await page.goto(`${limited.url}/configure/rules`)
    await shows(page, 'streams kept')
    await press(page, 'Small files')
    await shows(page, 'Too many changes in a short time')
    await page.waitForFunction(() => !document.body.textContent.includes('Too many changes'))
    const rows = await page.$$eval('.streams > li', (found) => found.length)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(30)
  }, 60_000)

  it.each(['light', 'dark'] as const)(
    'an open editor has no serious fault, in %s colours',
    async (value) => {
      const { page } = await rulesPage()
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      for (const name of [
        'Resolution',
        'Size',
        'Expressions',
        'Order',
        'Limits',
        'How it is written',
      ]) {
        await press(page, name)
      }
      await press(page, 'Begin with the usual order')
      await shows(page, 'best first')
      expect(await seriousFaults(page)).toEqual([])
    },
    60_000,
  )
})
