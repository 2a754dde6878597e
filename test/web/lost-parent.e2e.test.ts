import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, press, settled, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

const change = `mutation ($old: String!, $new: String!) {
  changePassword(currentPassword: $old, password: $new) { encryptedPassword }
}`

const unknown = 'What comes from the parent configuration is not known'

/** A page of a child whose parent has another password by now, and what gives that one the old password again. */
async function open(name: string) {
  const parent = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  const child = await service.createUser({
    parentConfig: { uuid: parent.uuid, password: parent.password },
  })
  const other = 'another password'
  const set = async (old: string, next: string) => {
    const variables = { old, new: next }
    const auth = { ...parent, password: old }
    const { errors } = await service.graphql(change, { auth, variables })
    expect(errors).toBeUndefined()
  }
  await set(parent.password, other)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, child, name)
  return { page, mend: () => set(other, parent.password) }
}

describe.skipIf(noChromium)('Where the parent configuration cannot be read', () => {
  it.each([
    { name: 'dashboard', afterwards: 'Plays per day' },
    { name: 'media-server', afterwards: 'Quick Connect' },
    { name: 'year', afterwards: 'Olga watched nothing in' },
    { name: 'catalogs', afterwards: 'Besides the catalogs' },
    { name: 'install', afterwards: 'Stremio' },
    { name: 'rules', afterwards: 'Compare and save' },
    { name: 'search', afterwards: 'Show what each source and rule did' },
  ])(
    'the page $name says so, and goes on once it can',
    async ({ name, afterwards }) => {
      const { page, mend } = await open(name)
      await shows(page, unknown)
      await shows(page, 'there is no such configuration, or its password is wrong')
      expect(await page.$('.mantine-Skeleton-root')).toBeNull()
      await mend()
      await press(page, 'Try again')
      await page.waitForFunction((text) => !document.body.innerText.includes(text), {}, unknown)
      await shows(page, afterwards)
    },
    60_000,
  )

  it('the dashboard shows only what stays while it is being read', async () => {
    const parent = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
    const parentConfig = { uuid: parent.uuid, password: parent.password }
    const child = await service.createUser({ parentConfig })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, child, 'account')
    await page.setRequestInterception(true)
    const held: HTTPRequest[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('query Inherited')) held.push(request)
      else void request.continue()
    })
    await page.goto(`${service.url}/configure/dashboard`)
    await page.waitForSelector('main .mantine-Skeleton-root')
    await settled(page)
    expect(held.length).toBeGreaterThan(0)
    expect(await page.$$('main section')).toEqual([])
    for (const request of held) await request.continue()
    await shows(page, 'How the sources answer')
  }, 60_000)

  it('the dashboard shows how the sources answer nonetheless', async () => {
    const { page } = await open('dashboard')
    await shows(page, unknown)
    expect(await page.$('::-p-xpath(//h2[.="How the sources answer"])')).not.toBeNull()
  }, 60_000)
})
