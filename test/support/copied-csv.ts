import type { Page } from 'puppeteer-core'
import { until } from './until.ts'
import { click } from './web-pages.ts'

/** The lines that the section with this heading copies, without quotes. */
export async function copiedCsv(page: Page, title: string): Promise<string[][]> {
  await page.browserContext().setPermission(new URL(page.url()).origin, {
    permission: { name: 'clipboard-read' },
    state: 'granted',
  })
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await click(
    page,
    `::-p-xpath(//section[.//h2[normalize-space(.)="${title}"]]//button[.="Copy CSV" or .="Copied"])`,
  )
  const text = await until(`the copy of ${title}`, () =>
    page.evaluate(() => navigator.clipboard.readText()),
  )
  return text.split('\n').map((line) => line.slice(1, -1).split('","'))
}
