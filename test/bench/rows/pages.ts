import puppeteer from 'puppeteer-core'
import type { Page } from 'puppeteer-core'
import { chromium } from '../../support/chromium.ts'
import { leaveOut } from '../../support/missing-service.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import type { Account, RunningService } from '../service.ts'
import type { Figure } from '../table.ts'
import { withFilledService } from './pages/filled.ts'
import type { Row } from './row.ts'

const names = [
  'dashboard',
  'sources',
  'catalogs',
  'rules',
  'search',
  'media-server',
  'install',
  'account',
  'year',
]
/** A processor of a cheap phone. */
const slowdown = 4

/** How soon a page can be used, on a slow processor and with nothing in the browser's cache. */
export const pages: Row = async ({ quick }) => {
  if (!chromium) {
    leaveOut('pages: skipped, Chromium is not installed')
    return []
  }
  const rounds = quick ? 2 : 5
  return [
    await withService(async (service) =>
      slowest('', service, await service.createUser({ name: 'Bench' }), rounds),
    ),
    await withFilledService((service, account) =>
      slowest(' of a filled configuration', service, account, rounds),
    ),
  ]
}

async function slowest(
  which: string,
  service: RunningService,
  account: Account,
  rounds: number,
): Promise<Figure> {
  const browser = await puppeteer.launch({ executablePath: chromium!, args: ['--no-sandbox'] })
  try {
    const times = await timesOf(await browser.newPage(), service, account, rounds)
    return {
      work: `slowest page${which} until it can be used, processor ${slowdown} times slower`,
      measured: Math.max(...times.map(({ ms }) => ms)),
      unit: 'ms',
      target: { most: 1_000 },
      note: times.map(({ name, ms }) => `${name} ${Math.round(ms)}`).join(', '),
    }
  } finally {
    await browser.close()
  }
}

async function timesOf(page: Page, service: RunningService, account: Account, rounds: number) {
  const configure = `${service.url}/configure`
  await signIn(page, configure, account)
  await page.setCacheEnabled(false)
  await page.emulateCPUThrottling(slowdown)
  const times: { readonly name: string; readonly ms: number }[] = []
  for (const name of names) {
    const measured: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto(`${configure}/${name}`)
      measured.push(await interactiveAt(page))
    }
    times.push({ name, ms: median(measured) })
  }
  return times
}

async function signIn(page: Page, configure: string, { authorization }: Account): Promise<void> {
  const [id, ...password] = atob(authorization.replace('Basic ', '')).split(':')
  await page.goto(`${configure}/start`)
  await page.evaluate(
    (body) =>
      fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    JSON.stringify({ id, password: password.join(':'), remember: true }),
  )
  await page.evaluateOnNewDocument(() => {
    const look = (): void => {
      if (!document.querySelector('main h1')) return void requestAnimationFrame(look)
      // Once nothing else is to do, a click is answered at once.
      requestIdleCallback(() => performance.mark('interactive'))
    }
    requestAnimationFrame(look)
  })
}

/** Milliseconds since the page was asked for. */
async function interactiveAt(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => performance.getEntriesByName('interactive')[0]?.startTime,
  )
  return (await found.jsonValue())!
}
