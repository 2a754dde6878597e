import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'
import { expect } from 'vitest'
import { emptyPage } from './browser.ts'

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

/** Waits for a button or link with this text, and clicks it. */
export async function press(page: Page, text: string): Promise<void> {
  const found = await page.waitForSelector(
    `::-p-xpath(//*[self::button or self::a][contains(normalize-space(.), "${text}")])`,
  )
  await found!.click()
}

export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text)
}

/** What axe finds of serious faults. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    // oxlint-disable-next-line typescript/no-explicit-any -- axe is known in the page alone
    (globalThis as any).axe.run(document, { resultTypes: ['violations'] }),
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
  await page.locator('button[type=submit]').click()
  const field = await page.waitForSelector('input[readonly]')
  const uuid = await field!.evaluate((input) => input.value)
  expect(uuid).toMatch(/^[\da-f-]{36}$/)
  return uuid
}
