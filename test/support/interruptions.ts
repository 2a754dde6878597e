import type { Page } from 'puppeteer-core'
import { operatorPassword } from './browser-session.ts'
import { householdPages } from './page-names.ts'
import type { Auth } from './service.ts'
import { untilSteady } from './until.ts'
import { click, openPages, openSignedIn, settled } from './web-pages.ts'

export const silent = 'The service does not answer'
export const unable = 'The service cannot serve right now'
const patience = { timeout: 60_000 }

export async function says(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector('[aria-live]')?.textContent.includes(wanted) === true,
    patience,
    text,
  )
}

/** What a page may need its next look at the service for. */
export async function showsLater(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), patience, text)
}

export async function saysNothing(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[aria-live]')?.textContent === '',
    patience,
  )
}

type Reader = 'nobody' | 'owner' | 'operator'

/** Every page, as everybody whom it has something for. */
export const everyPage: readonly (readonly [name: string, reader: Reader])[] = [
  ['', 'nobody'],
  ['start', 'nobody'],
  ['account', 'nobody'],
  ['operator', 'nobody'],
  ['operator', 'operator'],
  ...householdPages.map((name) => [name, 'owner'] as const),
]

export type OpenedPage = Awaited<ReturnType<typeof openFilled>>

/** A page with something typed into each field that it has, and all that it shows then. */
export async function openFilled(url: string, owner: Auth, name: string, reader: Reader) {
  const { page } = await openPages(url)
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  if (reader === 'owner') await openSignedIn(page, url, owner, name)
  else await page.goto(`${url}/configure/${name}`, { waitUntil: ['load', 'networkidle2'] })
  if (reader === 'operator') await signInAsOperator(page)
  await page.waitForSelector('main h1', { visible: true })
  const untouched = await stateAtRest(page)
  await unfold(page)
  await typeEverywhere(page)
  // What is typed is tried out first, which a slow service takes its time for.
  return { page, name, reader, untouched, filled: await stateAtRest(page, 2_000) }
}

export async function signInAsOperator(page: Page): Promise<void> {
  await page.locator('main input[type=password]').fill(operatorPassword)
  await click(page, 'main button[type=submit]')
  await page.waitForSelector('::-p-xpath(//button[.="Sign out as operator"])')
}

async function unfold(page: Page): Promise<void> {
  await page.$$eval('main button[aria-expanded=false]', (buttons) => {
    for (const button of buttons) button.click()
  })
  await settled(page)
}

const typed = ':is(input:not([type=checkbox], [type=radio], [type=file]), textarea)'

async function typeEverywhere(page: Page): Promise<void> {
  for (const field of await page.$$(`main ${typed}:not([readonly], :disabled)`)) {
    if (!(await field.isVisible())) continue
    await field.focus()
    await page.keyboard.type('7')
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

async function stateAtRest(page: Page, restMs = 500): Promise<PageState> {
  const loaded = async () => {
    const state = await stateOf(page)
    // What still waits is never at rest.
    return state.waiting === 0 ? JSON.stringify(state) : Symbol('waiting')
  }
  return JSON.parse(String(await untilSteady('the page to have everything', loaded, restMs)))
}

type PageState = Awaited<ReturnType<typeof stateOf>>

/** What a person sees of a page; times and numbers change by themselves. */
export function stateOf(page: Page) {
  return page.evaluate((fields) => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLInputElement>(`main ${selector}`)].filter((one) =>
        one.checkVisibility(),
      )
    const textsOf = (selector: string) => seen(selector).map(({ textContent }) => textContent)
    return {
      path: location.pathname,
      title: document.title,
      headings: textsOf(':is(h1, h2, h3)'),
      values: seen(`:is(${fields}:not([readonly]), select)`).map(({ value }) => value),
      failures: textsOf('[role=alert]'),
      waiting: seen(':is(.mantine-Skeleton-root, .mantine-Loader-root)').length,
    }
  }, typed)
}
