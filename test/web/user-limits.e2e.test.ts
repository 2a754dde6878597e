import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import type { ElementHandle, Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, hoursOf, timeOf } from '../../src/web/pages/media-server/hours.ts'
import { noChromium } from '../support/browser.ts'
import { createApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import {
  click,
  fill,
  focusOn,
  openPages,
  openSignedIn,
  press,
  save,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

async function open(mediaServer: object) {
  const owner = await service.createUser({ mediaServer })
  const { page, troubles } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'media-server')
  const saved = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.mediaServer
  }
  return { owner, page, troubles, saved }
}

/** What a person chooses in a field for times, which every language lets them type in another way. */
async function setTime(page: Page, label: string, time: string): Promise<void> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"])`)
  await field!.evaluate((element, value) => {
    Reflect.set(HTMLInputElement.prototype, 'value', value, element)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, time)
}

/** In a field of the browser's own, by its label. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"])`)
  await (field as ElementHandle<HTMLSelectElement>).select(value)
}

async function clear(page: Page, label: string): Promise<void> {
  await focusOn(page, `::-p-aria([name="${label}"])`)
  await page.keyboard.press('End')
  const { length } = await valueOf(page, label)
  for (let left = length; left > 0; left -= 1) await page.keyboard.press('Backspace')
}

async function valueOf(page: Page, label: string): Promise<string> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"])`)
  return field!.evaluate((input) => (input as unknown as { value: string }).value)
}

const household = { owner: { name: 'Olga' }, users: [{ name: 'Kim', pin: '471100' }] }

describe('Hours of a day', () => {
  it.each([
    [0, '00:00'],
    [7.5, '07:30'],
    [19.25, '19:15'],
  ])('%d are written as %s', (hours, time) => {
    expect(timeOf(hours)).toBe(time)
    expect(hoursOf(time)).toBe(hours)
  })

  it('end at midnight as the end of the day', () => {
    expect([timeOf(24), endOf('00:00'), endOf('20:30')]).toEqual(['00:00', 24, 20.5])
  })

  it('are none while a time is half typed', () => {
    expect([hoursOf(''), endOf('')]).toEqual([null, null])
  })
})

describe.skipIf(noChromium)('On the page of the media server', () => {
  it('a person says what a child may watch, and when', async () => {
    const { page, troubles, saved } = await open(household)
    await click(page, '::-p-aria([name="Details of Kim"])')
    await page.locator('::-p-aria([name="Highest rating"])').fill('FSK 12')
    await page.locator('::-p-aria([name="Genres left out"])').fill('Horror')
    await page.keyboard.press('Enter')
    await fill(page, 'Minutes a day', '90')
    await click(page, '::-p-xpath(//label[.="Leave out titles without a rating"])')
    await press(page, 'Add hours')
    await choose(page, 'Days of hours 1', 'Weekend')
    await setTime(page, 'Beginning of hours 1', '09:30')
    await setTime(page, 'End of hours 1', '09:00')
    await shows(page, 'Must be later')
    await setTime(page, 'End of hours 1', '00:00')
    await choose(page, 'Time zone', 'Europe/Lisbon')
    await save(page)
    expect((await saved()).users).toMatchObject([
      {
        name: 'Kim',
        pin: { set: true },
        maxRating: 'FSK 12',
        blockUnrated: true,
        blockedGenres: ['Horror'],
        minutesPerDay: 90,
        timeZone: 'Europe/Lisbon',
        accessSchedules: [{ dayOfWeek: 'Weekend', startHour: 9.5, endHour: 24 }],
      },
    ])
    await shows(page, '90 minutes a day')
    expect(troubles).toEqual([])
  }, 60_000)

  it('limits are shown as they are saved, and taken away', async () => {
    const limits = {
      maxRating: 12,
      minutesPerDay: 60,
      accessSchedules: [{ dayOfWeek: 'Friday', startHour: 7.5, endHour: 24 }],
    }
    const { page, saved } = await open({ ...household, users: [{ name: 'Kim', ...limits }] })
    await click(page, '::-p-aria([name="Details of Kim"])')
    expect(await valueOf(page, 'Highest rating')).toBe('12')
    expect(await valueOf(page, 'Beginning of hours 1')).toBe('07:30')
    await clear(page, 'Highest rating')
    await clear(page, 'Minutes a day')
    await click(page, '::-p-aria([name="Remove hours 1"])')
    await save(page)
    const [{ maxRating, minutesPerDay, accessSchedules }] = (await saved()).users
    expect([maxRating, minutesPerDay, accessSchedules]).toEqual([null, null, []])
  }, 60_000)

  it('a rating that says nothing is refused with its reason, and stays to be mended', async () => {
    const { page, saved } = await open(household)
    await click(page, '::-p-aria([name="Details of Kim"])')
    await page.locator('::-p-aria([name="Highest rating"])').fill('for all')
    await press(page, 'Save')
    await shows(page, 'must be a rating that names an age')
    expect(await valueOf(page, 'Highest rating')).toBe('for all')
    expect((await saved()).users[0].maxRating).toBeUndefined()
  }, 60_000)

  it('versions and the clock of the household are chosen', async () => {
    const { page, saved } = await open(household)
    await page.locator('::-p-aria([name="Most versions of one title"])').fill('5')
    await click(
      page,
      '::-p-xpath(//label[contains(., "Look for versions when a title is opened")])',
    )
    await click(
      page,
      '::-p-xpath(//label[contains(., "Begin with the release that was watched last")])',
    )
    await choose(page, 'Time zone of the household', 'Europe/Madrid')
    await save(page)
    expect(await saved()).toMatchObject({
      versions: { max: 5, resolveOnOpen: false, remember: false },
      timeZone: 'Europe/Madrid',
    })
  }, 60_000)

  it('the address of the household lists its users, and a PIN alone signs in there', async () => {
    const { page } = await open(household)
    const app = createApp(await valueOf(page, 'Server of this household alone'))
    const { data: users } = await getUserApi(app).getPublicUsers()
    expect(users.map(({ Name }) => Name)).toEqual(['Olga', 'Kim'])
    const { data } = await getAuthenticationApi(app).authenticateUserByName({
      authenticateUserByName: { Username: 'Kim', Pw: '471100' },
    })
    expect(data.User?.Name).toBe('Kim')
  }, 60_000)
})
