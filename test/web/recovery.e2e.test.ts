import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { noChromium } from '../support/browser.ts'
import { startHeldAddon } from '../support/catalog-addon.ts'
import { createMysql } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { says, saysNothing, showsLater, silent, unable } from '../support/interruptions.ts'
import { mariadbMissing, ownMariadbServer } from '../support/mariadb.ts'
import { startService } from '../support/service.ts'
import type { Auth, RunningService } from '../support/service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { click, fill, openPages, openSignedIn, press, save, shows } from '../support/web-pages.ts'

const family = { mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] } }

async function namesOf({ graphql }: Pick<RunningService, 'graphql'>, auth: Auth) {
  const { data } = await graphql('{ me(raw: true) { userData } }', { auth })
  return data.me.userData.mediaServer.users.map(({ name }: { name: string }) => name)
}

async function forgetAnswers(folder: string): Promise<void> {
  const db = openDatabase({ dialect: 'sqlite', file: join(folder, 'service.db') })
  await db('stored_answers').delete()
  await closeDatabase(db)
}

/** A page with a user that is not saved. */
async function openDraft(url: string, owner: Auth): Promise<Page> {
  const { page } = await openPages(url)
  await openSignedIn(page, url, owner, 'media-server')
  await press(page, 'Add a user')
  await fill(page, 'Name', 'Mia')
  return page
}

describe.skipIf(noChromium)('An open page', () => {
  it('says that the service restarts, goes on by itself, and keeps its draft', async () => {
    const env = { PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
    const before = await startServiceProcess(env)
    const owner = await before.createUser(family)
    const page = await openDraft(before.url, owner)
    before.signal('SIGTERM')
    await before.finished()
    await says(page, silent)
    const after = await startServiceProcess(env)
    await saysNothing(page)
    await page.waitForSelector('::-p-aria([name="Details of Mia"])')
    await save(page)
    expect(await namesOf(after, owner)).toEqual(['Kim', 'Mia'])
  }, 120_000)

  it('keeps rows unfolded and chosen while their source is asked anew', async () => {
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: temporaryFolder(),
    }
    const before = await startServiceProcess(env)
    const slow = await startHeldAddon('Slow')
    slow.release()
    const owner = await before.createUser({ ...family, sources: [slow.source] })
    const { page } = await openPages(before.url)
    await openSignedIn(page, before.url, owner, 'catalogs')
    await click(page, '::-p-aria([name="Details of Top of Slow"])')
    await click(page, '::-p-aria([name="Choose Top of Slow"])')
    await fill(page, 'Name in players', 'Cinema')
    slow.hold()
    before.signal('SIGTERM')
    await before.finished()
    await says(page, silent)
    await forgetAnswers(env.DATA_DIR)
    await startServiceProcess(env)
    await showsLater(page, 'Slow has not answered yet')
    slow.release()
    await page.waitForSelector('::-p-aria([name="Choose Cinema"]):is(:checked)')
    const details = await page.waitForSelector('::-p-aria([name="Details of Cinema"])')
    expect(await details!.evaluate((one) => one.ariaExpanded)).toBe('true')
  }, 120_000)

  it('says that its session has ended without being touched, and opens again after signing in elsewhere', async () => {
    const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' })
    const owner = await service.createUser(family)
    const page = await openDraft(service.url, owner)
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await showsLater(page, 'Your session has ended.')
    const other = await page.browserContext().newPage()
    await openSignedIn(other, service.url, owner, 'account')
    await other.close()
    await page.waitForSelector('::-p-aria([name="Details of Mia"])', {
      timeout: 60_000,
      visible: true,
    })
    await save(page)
    expect(await namesOf(service, owner)).toEqual(['Kim', 'Mia'])
  }, 120_000)

  it('never becomes the page of another configuration', async () => {
    const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' })
    const page = await openDraft(service.url, await service.createUser(family))
    const other = await page.browserContext().newPage()
    await openSignedIn(other, service.url, await service.createUser({ name: 'Other' }), 'account')
    await page.bringToFront()
    await showsLater(page, 'Your session has ended.')
    expect(await page.$('::-p-aria([name="Details of Mia"])')).toBeNull()
  }, 120_000)
})

describe.skipIf(noChromium || mariadbMissing)('Without its database', () => {
  async function start() {
    const database = await ownMariadbServer()
    const { settings } = await createMysql(database.server)
    const service = await startService({
      DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
      SECRET_KEY: '1'.repeat(64),
      RATE_LIMIT_SIGN_IN: 'off',
    })
    return { database, service, owner: await service.createUser(family) }
  }

  it('an open page says so, goes on once it is back, and keeps its draft', async () => {
    const { database, service, owner } = await start()
    const page = await openDraft(service.url, owner)
    await database.stop('SIGTERM')
    await says(page, unable)
    await press(page, 'Dashboard')
    await shows(page, 'Leave without saving?')
    await press(page, 'Stay here')
    await database.start()
    await saysNothing(page)
    await save(page)
    expect(await namesOf(service, owner)).toEqual(['Kim', 'Mia'])
  }, 120_000)

  it('a page that is opened says so, and shows what it was opened for once it is back', async () => {
    const { database, service, owner } = await start()
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'account')
    await database.stop('SIGTERM')
    await press(page, 'Media server')
    await says(page, unable)
    await database.start()
    await showsLater(page, 'No app is signed in yet.')
    await saysNothing(page)
    await database.stop('SIGTERM')
    await page.reload()
    await says(page, unable)
    await database.start()
    await showsLater(page, 'No app is signed in yet.')
    await saysNothing(page)
    expect(page.url()).toBe(`${service.url}/configure/media-server`)
  }, 180_000)
})
