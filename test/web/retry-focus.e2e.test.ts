import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { focusOn, openPages, openSignedIn, settled } from '../support/web-pages.ts'

const service = await startService({}, afterAll)
const family = {
  sources: [{ type: 'stremio', name: 'First', url: 'http://127.0.0.1:9/first' }],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
}
const refusal = { errors: [{ message: 'Not now', extensions: { code: 'FORBIDDEN' } }] }
const retry = '[data-retry]'

/** A browser whose questions are refused while `refused` matches them; not what was answered once and is asked again behind. */
async function openRefusing() {
  const { page } = await openPages(service.url)
  const owner = await service.createUser(family)
  await openSignedIn(page, service.url, owner, 'explore')
  const state: { refused: RegExp | null; refusals: number } = { refused: null, refusals: 0 }
  const answered = new Set<string>()
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const asked = request.url().endsWith('/graphql') ? (request.postData() ?? '') : ''
    // Times go on: the same question behind has later ones.
    const question = asked.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    const isRefused = state.refused?.test(asked) === true && !answered.has(question)
    if (isRefused) state.refusals += 1
    else answered.add(question)
    void (isRefused
      ? request.respond({ contentType: 'application/json', body: JSON.stringify(refusal) })
      : request.continue())
  })
  return { page, state }
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent } = document.activeElement!
    return tagName === 'MAIN' ? tagName : textContent
  })

/** Presses the button that has the focus, and is refused again. */
async function failAgain({ page, state }: Awaited<ReturnType<typeof openRefusing>>) {
  const before = state.refusals
  await page.keyboard.press('Enter')
  await expect.poll(() => state.refusals).toBeGreaterThan(before)
  await settled(page)
  await expect.poll(() => focused(page)).toBe('Try again')
}

describe.skipIf(noChromium)('"Try again" by keyboard', () => {
  const all = /(?:query|subscription) (?!Configuration|Instance)/

  it.each([
    ['sources', ['Sources']],
    ['catalogs', ['Catalogs']],
    ['rules', ['Result']],
    [
      'media-server',
      ['Users', 'Libraries', 'Address for apps', 'Signed-in devices', 'API keys', 'Trackers'],
    ],
    [
      'dashboard',
      [
        'Now playing',
        'Plays per day',
        'Most streams at once per day',
        'Hours by user',
        'Hours by app',
        'How plays were carried',
        'Watched most',
        'History',
        'Export, import and clear the history',
        'How the sources answer',
      ],
    ],
    ['year', ['2026 in review']],
    ['account', ['Signed-in browsers']],
    ['install', ['Tokens for dashboards']],
  ])(
    'on the page %s keeps its place, and leads to the heading of what appears',
    async (name, headings) => {
      const opened = await openRefusing()
      const { page, state } = opened
      state.refused = all
      await page.goto(`${service.url}/configure/${name}`, { waitUntil: ['load', 'networkidle2'] })
      await page.waitForSelector(retry)
      await settled(page)
      const led: string[] = []
      while ((await page.$(retry)) !== null) {
        state.refused = all
        await focusOn(page, retry)
        await failAgain(opened)
        state.refused = null
        await page.keyboard.press('Enter')
        await expect.poll(() => focused(page)).not.toBe('Try again')
        led.push(await focused(page))
        // One answer may serve two parts, which are drawn one after the other.
        await settled(page)
      }
      expect(led).toEqual(headings)
    },
    60_000,
  )

  it('keeps its place where something else changes with it', async () => {
    const { page } = await openRefusing()
    await page.waitForSelector('h1')
    await page.evaluate(() => {
      const part = document.createElement('section')
      part.innerHTML = '<h2>Weather</h2><button data-retry>Try again</button>'
      document.querySelector('main')!.append(part)
      part.querySelector('button')!.focus()
    })
    const change = (act: (part: Element) => void) =>
      page.evaluate(`(${act.toString()})(document.querySelector('main > section:last-of-type'))`)
    await change((part) => {
      part.append(document.createElement('p'))
      part.querySelector('button')!.remove()
    })
    await expect.poll(() => focused(page)).toBe('Weather')
    await change((part) => {
      const button = part.appendChild(document.createElement('button'))
      button.dataset['retry'] = ''
      button.textContent = 'Try again'
    })
    await expect.poll(() => focused(page)).toBe('Try again')
  }, 60_000)

  it('on a page that knows nothing yet keeps its place, and leads to the page', async () => {
    const opened = await openRefusing()
    const { page, state } = opened
    state.refused = /query Configuration/
    await page.goto(`${service.url}/configure/sources`)
    await focusOn(page, retry)
    await failAgain(opened)
    state.refused = null
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1')
    expect(await focused(page)).toBe('Sources')
  }, 60_000)
})
