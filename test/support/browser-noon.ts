import type { Page } from 'puppeteer-core'

/** Opens pages where it is about noon by the browser's time, so that what was a minute ago was on the same day; or so many days later. */
export async function atNoon(page: Page, daysLater = 0): Promise<void> {
  const hours = 12 - new Date().getUTCHours()
  // Names of these zones have the sign of what is to be added to get UTC.
  await page.emulateTimezone(`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`)
  await page.evaluateOnNewDocument((laterMs) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + laterMs
    globalThis.Date = new Proxy(Date, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [target.now()] : given, made),
    })
  }, daysLater * 86_400_000)
}
