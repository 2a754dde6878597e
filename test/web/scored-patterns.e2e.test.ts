import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import {
  click,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const prefer = ['REMUX', { pattern: 'FraMeSToR', score: 50, name: 'Best group' }, 'WEB', 'x265']

async function open(config: object) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'rules')
  const filters = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.filters
  }
  const labelled = (label: string) =>
    page.$$eval(`::-p-aria([name="${label}"][role="textbox"])`, (all) =>
      all.map((one) => (one as HTMLInputElement).value),
    )
  const field = (label: string, index: number) =>
    page.locator(`::-p-xpath((//label[.="${label}"]/following::input[1])[${index + 1}])`)
  const saved = async () => {
    await press(page, 'Compare and save')
    await shows(page, 'difference')
    await press(page, 'Save')
    await shows(page, 'Saved.')
  }
  return { page, filters, labelled, field, saved }
}

describe.skipIf(noChromium)('On the rules page', () => {
  it('preferred regular expressions keep their places, points and names where one of them changes', async () => {
    const { page, filters, labelled, field, saved } = await open({ filters: { regex: { prefer } } })
    await click(page, '::-p-xpath(//button[contains(., "Regular expression")])')
    await shows(page, 'Add a regular expression')
    expect(await labelled('Regular expression')).toEqual(['REMUX', 'FraMeSToR', 'WEB', 'x265'])
    expect(await labelled('Name')).toContain('Best group')
    await field('Points', 1).fill('60')
    await field('Regular expression', 0).fill('BluRay')
    await field('Points', 2).fill('7')
    await click(page, '::-p-aria([name="Remove line 4"])')
    expect(await seriousFaults(page)).toEqual([])
    await saved()
    expect((await filters()).regex.prefer).toEqual([
      'BluRay',
      { pattern: 'FraMeSToR', score: 60, name: 'Best group' },
      { pattern: 'WEB', score: 7 },
    ])
  }, 90_000)
})
