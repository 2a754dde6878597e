import type { Page } from 'puppeteer-core'
import { encode } from 'uqr'

/** Dark squares of the QR codes on a page, each by the path that draws it. */
export const drawnCodes = (page: Page) =>
  page.$$eval('svg.qr path', (paths) => paths.map((path) => path.getAttribute('d')))

export function squaresOf(text: string): string {
  const rows = encode(text, { border: 3 }).data
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return squares.join('')
}
