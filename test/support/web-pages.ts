import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseSetCookie } from 'cookie'
import type { Page } from 'puppeteer-core'
import { expect } from 'vitest'
import { emptyPage } from './browser.ts'
import type { Auth } from './service.ts'
import { until } from './until.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A browser on the pages. `troubles`: what it complains of, and requests to anywhere else. */
export async function openPages(url: string) {
  const page = await emptyPage()
  const troubles: string[] = []
  page
    .on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) troubles.push(message.text())
    })
    .on('pageerror', (error) => troubles.push(String(error)))
    .on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
        troubles.push(`asks ${request.url()}`)
    })
  await page.setViewport({ width: 1280, height: 800 })
  return { page, troubles }
}

/** Clicks what the selector finds, once it is enabled, in the middle, where no bar covers it; again if what came late moved it away. */
export async function click(page: Page, selector: string): Promise<void> {
  await until(`a click on ${selector}`, async () => {
    const found = await page.waitForSelector(selector)
    await found!.evaluate((element) => {
      element.scrollIntoView({ block: 'center' })
      const page = globalThis as { missed?: boolean }
      page.missed = true
      // A click on a label is followed by one on its field.
      const note = (event: Event) => {
        if (!element.isConnected || event.composedPath().includes(element)) page.missed = false
      }
      addEventListener('click', note, { capture: true })
    })
    await page.locator(selector).click()
    // A page that was left has forgotten the question.
    const missed = await page
      .evaluate(() => (globalThis as { missed?: boolean }).missed)
      .catch(() => false)
    return !missed
  })
}

/** Puts the focus on what the selector finds, once it is shown: what is hidden refuses the focus without a word. */
export async function focusOn(page: Page, selector: string): Promise<void> {
  const found = await page.waitForSelector(selector, { visible: true })
  await found!.focus()
  await page.waitForFunction((element) => document.activeElement === element, {}, found!)
}

/** Waits for a button or link with just this text, and clicks it. */
export async function press(page: Page, text: string): Promise<void> {
  await click(page, `::-p-xpath(//*[self::button or self::a][normalize-space(.)="${text}"])`)
}

/** Waits until the text can be seen: what is folded away does not count. Badges are written in capitals. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.body.innerText.toLowerCase().includes(wanted),
    {},
    text.toLowerCase(),
  )
}

/** Waits for the page at this path: a text that it shares with the page before would be seen too early. */
export async function opens(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => location.pathname.endsWith(wanted) && document.readyState === 'complete',
    {},
    path,
  )
}

/** Loads the page anew, until it has asked for all that it shows: what comes late moves what is clicked. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: ['load', 'networkidle2'] })
}

/** How many pixels the page is wider than its window without the place of the scrollbar. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, offsetWidth } = document.documentElement
    return scrollWidth - offsetWidth
  })
}

/** Words in tables and on buttons that are broken over two lines, and buttons that cut off their text. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.$$eval('th, td, button', (elements) => {
    const range = document.createRange()
    const isBroken = (node: Node, { index, 0: word }: RegExpExecArray) => {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      return new Set([...range.getClientRects()].map(({ bottom }) => bottom)).size > 1
    }
    const isCut = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
      scrollWidth > clientWidth
    return elements.flatMap((element) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const words = texts.currentNode.nodeValue!.matchAll(/[\p{L}\d]{1,20}/gu)
        for (const word of words) if (isBroken(texts.currentNode, word)) broken.push(word[0])
      }
      const label = element.querySelector('.mantine-Button-label')
      return label !== null && isCut(label) ? [...broken, element.textContent] : broken
    })
  })
}

/** Waits until nothing fades in any more and the document has stayed as it is: a dialog gets its name after it is shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => one.effect?.getComputedTiming().endTime === Infinity),
  )
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quiet = () => {
          observer.disconnect()
          clearTimeout(longest)
          resolve()
        }
        let soon = setTimeout(quiet, 150)
        const longest = setTimeout(quiet, 3000)
        const observer = new MutationObserver(() => {
          clearTimeout(soon)
          soon = setTimeout(quiet, 150)
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true })
      }),
  )
}

/** What axe finds of serious faults on a page that has settled. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await settled(page)
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    // oxlint-disable-next-line typescript/no-explicit-any -- axe is known in the page alone
    (globalThis as any).axe.run(document, { resultTypes: ['violations'], selectors: false }),
  )
  type Violation = { id: string; impact: string; nodes: { html: string }[] }
  return (violations as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Creates a configuration through the pages, and answers its UUID. */
export async function setUp(page: Page, url: string, name = 'Family'): Promise<string> {
  await page.goto(`${url}/configure/start`)
  await page.locator('input[autocomplete=new-password]').fill('correct horse')
  await page.locator('form input:not([type=password])').fill(name)
  await click(page, 'button[type=submit]')
  const field = await page.waitForSelector('input[readonly]')
  const uuid = await field!.evaluate((input) => input.value)
  expect(uuid).toMatch(/^[\da-f-]{36}$/)
  return uuid
}

/** Signs the browser in as its user, without loading a page for it, and opens a page. */
export async function openSignedIn(page: Page, url: string, auth: Auth, name: string) {
  const { headers } = await fetch(`${url}/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': await page.evaluate(() => navigator.userAgent),
    },
    body: JSON.stringify({ id: auth.uuid, password: auth.password, remember: true }),
  })
  const { name: key, value, maxAge, path, httpOnly } = parseSetCookie(headers.getSetCookie()[0]!)
  const { hostname: domain } = new URL(url)
  const expires = Date.now() / 1000 + maxAge!
  await page
    .browserContext()
    .setCookie({ name: key, value: value!, domain, path, httpOnly, sameSite: 'Lax', expires })
  // What comes late moves what is clicked.
  await page.goto(`${url}/configure/${name}`, { waitUntil: ['load', 'networkidle2'] })
  await page.waitForSelector('h1')
}

/** Types into the field with this label. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`::-p-aria([name="${label}"][role="textbox"])`).fill(text)
}

/** The value in the field with this label, once it is there. */
export async function shownIn(page: Page, label: string): Promise<string> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"][role="textbox"])`)
  return field!.evaluate((input) => (input as unknown as { value: string }).value)
}

/** Chooses an option by its text in the field with this label, once it is there. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const selector = `::-p-aria([name="${label}"][role="combobox"])`
  const value = await until(
    `the option ${option}`,
    async () => {
      const field = await page.waitForSelector(selector)
      return field!.$$eval(
        'option',
        (all, text) => all.find((one) => one.text === text)?.value,
        option,
      )
    },
    (found) => found !== undefined,
  )
  await page.locator(selector).fill(value!)
}

/** Answers the question of an open dialog, and waits until it is gone. */
export async function answer(page: Page, text: string): Promise<void> {
  await click(page, `::-p-xpath(//*[@role="dialog"]//button[.="${text}"])`)
  await page.waitForSelector('[role=dialog]', { hidden: true })
}

/** Saves what was changed on the page. */
export async function save(page: Page): Promise<void> {
  await press(page, 'Save')
  await page.waitForFunction(
    () => !document.body.textContent.includes('There are changes that are not saved.'),
  )
  await drawn(page)
}

/** Waits for two pictures: the question before leaving is taken back after the one that says "Saved." */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  )
}
