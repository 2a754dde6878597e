import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { chooseFile } from '../support/file-choice.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'
import {
  click,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shownIn,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const avatar = `data:image/png;base64,${'A'.repeat(90_000)}`
const household = {
  name: 'Family',
  catalogs: { shuffled: ['x/movie/y'] },
  mediaServer: {
    owner: { name: 'Robin', pin: '471100' },
    users: [
      { name: 'Kim', pin: '471101', password: 'the word of Kim' },
      { name: 'Lou', pin: '471102', avatar },
      { name: 'Guest' },
    ],
  },
}
const notThere = 'These PINs and passwords are not in the file'

async function userDataOf(auth: Auth) {
  const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth })
  return data.me.userData
}

async function open(own: object) {
  const owner = await service.createUser(own)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'account')
  return { owner, page }
}

describe.skipIf(noChromium)('The export of a household with PINs', () => {
  it('is imported elsewhere without them, once that is chosen', async () => {
    const exported = JSON.stringify(await userDataOf(await service.createUser(household)))
    // The same name counts as the same user.
    const { owner, page } = await open({ mediaServer: { users: [{ name: 'lou', pin: '999999' }] } })
    await chooseFile(page, 'Choose a file', exported)
    await shows(page, notThere)
    const lines = await page.$$eval('[role=alert] li', (all) => all.map((one) => one.textContent))
    expect(lines).toEqual([expect.stringMatching(/: PIN$/), 'Kim: PIN, Password'])
    expect(await seriousFaults(page)).toEqual([])
    const button = '::-p-xpath(//button[.="Replace the configuration"])'
    const isOff = () => page.$eval(button, (one) => (one as HTMLButtonElement).disabled)
    await page.waitForSelector(button)
    expect(await isOff()).toBe(true)
    await click(page, '::-p-aria([name="Import without them"])')
    await press(page, 'Replace the configuration')
    await shows(page, 'Saved.')
    const { users, owner: first } = (await userDataOf(owner)).mediaServer
    expect(first).toEqual({ name: 'Robin' })
    expect(users).toMatchObject([{ name: 'Kim' }, { name: 'Lou', pin: { set: true } }, {}])
    expect(users[0]).not.toHaveProperty('pin')
    expect(users[0]).not.toHaveProperty('password')
  }, 90_000)

  it('comes in again where they are stored, without a question', async () => {
    const { owner, page } = await open(household)
    const before = await userDataOf(owner)
    await chooseFile(page, 'Choose a file', JSON.stringify({ ...before, name: 'Summer house' }))
    await shows(page, '1 difference:')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(notThere)
    await press(page, 'Replace the configuration')
    await shows(page, 'Saved.')
    expect(await userDataOf(owner)).toEqual({ ...before, name: 'Summer house' })
  }, 60_000)

  it('is short enough for a header, which searches by the same sources and rules', async () => {
    const { owner, page } = await open({ ...household, limits: { total: 3 } })
    const text = await shownIn(page, 'For the header x-service-user-data')
    const { mediaServer: _users, catalogs: _catalogs, ...rest } = await userDataOf(owner)
    expect(JSON.parse(Buffer.from(text, 'base64').toString())).toEqual(rest)
    const answer = await service.request('/api/v1/search?type=movie&id=tt0063350', {
      headers: { 'x-service-user-data': text },
    })
    expect(answer.status).toBe(200)
  }, 60_000)
})
