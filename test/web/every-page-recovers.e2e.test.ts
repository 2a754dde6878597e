import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { operatorPassword } from '../support/browser-session.ts'
import { noChromium } from '../support/browser.ts'
import { createMysql } from '../support/dialects.ts'
import { startFilmSource } from '../support/film-source.ts'
import { freePort } from '../support/free-port.ts'
import {
  everyPage,
  openFilled,
  says,
  saysNothing,
  showsLater,
  signInAsOperator,
  silent,
  stateOf,
  unable,
} from '../support/interruptions.ts'
import type { OpenedPage } from '../support/interruptions.ts'
import { mariadbMissing, ownMariadbServer } from '../support/mariadb.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { click, press } from '../support/web-pages.ts'

const { source } = await startFilmSource({ films: 1, series: 0, ends: afterAll })
const family = {
  sources: [{ ...source, name: 'First' }],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
}

async function signInAgain(page: Page, { password }: Auth): Promise<void> {
  await page.locator('main form input[autocomplete=current-password]').fill(password)
  await click(page, '::-p-xpath(//main//button[@type="submit"][.="Sign in"])')
}

async function areAgain(
  opened: readonly OpenedPage[],
  before: 'untouched' | 'filled',
): Promise<void> {
  for (const { page, name, ...states } of opened) {
    await saysNothing(page)
    const seen = async () => ({ name, ...(await stateOf(page)) })
    await expect.poll(seen).toEqual({ name, ...states[before] })
  }
}

async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/session', { method: 'DELETE' })
    await fetch('/session/operator', { method: 'DELETE' })
  })
}

describe.skipIf(noChromium || mariadbMissing)('Every page', () => {
  it('says that the service, its database or the session is away, and goes on with all that was typed', async () => {
    const database = await ownMariadbServer()
    const { settings } = await createMysql(database.server)
    const env = {
      DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
      SECRET_KEY: '1'.repeat(64),
      ADMIN_PASSWORD: operatorPassword,
      PORT: String(await freePort()),
    }
    const service = await startServiceProcess(env)
    const owner = await service.createUser(family)
    const opened: OpenedPage[] = []
    for (const [name, reader] of everyPage) {
      opened.push(await openFilled(service.url, owner, name, reader))
    }

    service.signal('SIGTERM')
    await service.finished()
    for (const { page } of opened) await says(page, silent)
    await startServiceProcess(env)
    await areAgain(opened, 'filled')

    await database.stop('SIGTERM')
    for (const { page } of opened) await says(page, unable)
    await database.start()
    await areAgain(opened, 'filled')

    const signedIn = opened.filter(({ reader }) => reader !== 'nobody')
    for (const { page } of signedIn) await endSession(page)
    for (const { page } of signedIn) await showsLater(page, 'Your session has ended.')
    for (const { page, reader } of signedIn) {
      await (reader === 'operator' ? signInAsOperator(page) : signInAgain(page, owner))
    }
    await areAgain(signedIn, 'filled')

    await database.stop('SIGTERM')
    for (const { page } of opened) {
      page.once('dialog', (leaving) => void leaving.accept())
      await page.reload()
    }
    for (const { page } of opened) await says(page, unable)
    await database.start()
    await areAgain(opened, 'untouched')
    const shown = opened.map(({ page }) => new URL(page.url()).pathname)
    expect(shown).toEqual(everyPage.map(([name]) => `/configure/${name}`))
  }, 600_000)
})

describe.skipIf(noChromium)('A page that is opened once the session has ended', () => {
  it('is there after signing in', async () => {
    const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' })
    const owner = await service.createUser(family)
    const { page } = await openFilled(service.url, owner, 'explore', 'owner')
    await endSession(page)
    await press(page, 'Sources')
    await showsLater(page, 'Your session has ended.')
    await signInAgain(page, owner)
    expect(await page.waitForSelector('::-p-aria([name="Details of First"])')).not.toBeNull()
  }, 60_000)
})
