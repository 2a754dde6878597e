import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  answer,
  click,
  drawn,
  openPages,
  openSignedIn,
  opens,
  press,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const source = { type: 'stremio', name: 'First', url: 'http://127.0.0.1:9/manifest.json' }

/** What of the service cannot be reached, by a pattern of paths; null: everything can. */
async function withFailures(page: Page) {
  const failures: { pattern: RegExp | null; status: number | null } = {
    pattern: null,
    status: null,
  }
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!failures.pattern?.test(pathname)) void request.continue()
    else if (failures.status === null) void request.abort('connectionrefused')
    else void request.respond({ status: failures.status })
  })
  return failures
}

async function open(name: string) {
  const owner = await service.createUser({ sources: [source] })
  const { page } = await openPages(service.url)
  const failures = await withFailures(page)
  return { owner, page, failures, go: () => openSignedIn(page, service.url, owner, name) }
}

describe.skipIf(noChromium)('Parts of the pages that cannot be loaded', () => {
  it('are there before a draft begins, so that it lives through an absence of the service', async () => {
    const { owner, page, failures, go } = await open('sources')
    await go()
    failures.pattern = /./
    await click(page, '::-p-aria([name="First is asked"])')
    await press(page, 'Sign out')
    await shows(page, 'Sign out without saving?')
    await answer(page, 'Cancel')
    failures.pattern = null
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    failures.pattern = /\/assets\//
    await press(page, 'Save')
    await shows(page, 'Your session has ended.')
    await page
      .locator('form input[type=password][autocomplete=current-password]')
      .fill(owner.password)
    await click(page, '::-p-xpath(//button[@type="submit"][.="Sign in"])')
    await shows(page, 'There are changes that are not saved.')
    expect(new URL(page.url()).pathname).toBe('/configure/sources')
  }, 60_000)

  it('leave a draft as it is after an upgrade, which has taken them away', async () => {
    const { page, failures, go } = await open('media-server')
    await go()
    failures.pattern = /\/drafts-/
    failures.status = 404
    await page.setCacheEnabled(false)
    const missed = page.waitForResponse((response) => response.status() === 404)
    await page.reload()
    expect((await missed).url()).toContain('/drafts-')
    await click(page, '::-p-aria([name="Apps for media servers can sign in"])')
    await shows(page, 'There are changes that are not saved.')
    await press(page, 'Sign out')
    await shows(page, 'Sign out without saving?')
    await answer(page, 'Cancel')
    await shows(page, 'There are changes that are not saved.')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    await press(page, 'Dashboard')
    await expect.poll(() => questions).toEqual(['Leave without saving?'])
    await shows(page, 'There are changes that are not saved.')
    await press(page, 'Dashboard')
    await opens(page, '/dashboard')
    expect(questions).toHaveLength(2)
  }, 60_000)

  it('leave the question to the browser while the service is away', async () => {
    const { page, failures, go } = await open('media-server')
    await go()
    failures.pattern = /\/drafts-/
    await page.setCacheEnabled(false)
    await page.reload()
    await click(page, '::-p-aria([name="Apps for media servers can sign in"])')
    await shows(page, 'There are changes that are not saved.')
    failures.pattern = /./
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await press(page, 'Dashboard')
    await expect.poll(() => questions).toEqual(['Leave without saving?'])
    await shows(page, 'There are changes that are not saved.')
    expect(new URL(page.url()).pathname).toBe('/configure/media-server')
  }, 60_000)

  it('are waited for before a page with a draft is left', async () => {
    const { page, go } = await open('media-server')
    await go()
    const held: HTTPRequest[] = []
    page.removeAllListeners('request').on('request', (request) => {
      if (/\/drafts-/.test(request.url())) held.push(request)
      else void request.continue()
    })
    await page.setCacheEnabled(false)
    await page.reload()
    await click(page, '::-p-aria([name="Apps for media servers can sign in"])')
    await press(page, 'Dashboard')
    await until('the question', () => held.length > 0)
    await drawn(page)
    expect(new URL(page.url()).pathname).toBe('/configure/media-server')
    for (const request of held) void request.continue()
    await answer(page, 'Stay here')
    await shows(page, 'There are changes that are not saved.')
  }, 60_000)

  it('are waited for on the page where a person is, once they go on', async () => {
    const { page, failures, go } = await open('sources')
    await go()
    failures.pattern = /./
    await press(page, 'Configuration')
    await shows(page, 'The service does not answer')
    await shows(page, 'First')
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Sources')
    failures.pattern = null
    await shows(page, 'Signed-in browsers')
  }, 60_000)

  it('keep nobody from reading that signing out has failed', async () => {
    const { page, failures, go } = await open('sources')
    await go()
    failures.pattern = /\/session$/
    await press(page, 'Sign out')
    await shows(page, 'You are still signed in')
    failures.pattern = null
    await press(page, 'Try again')
    await page.waitForSelector('input[type=password]')
    expect(await page.evaluate(async () => (await fetch('/session')).json())).toMatchObject({
      data: { uuid: null },
    })
  }, 60_000)
})
