import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import puppeteer from 'puppeteer-core'
import type { Browser, BrowserContext, Page, Target } from 'puppeteer-core'
import { onTestFinished } from 'vitest'
import { chromium, ffmpeg } from './chromium.ts'
import { leaveOut } from './missing-service.ts'
import { startUpstream } from './upstream.ts'

const run = promisify(execFile)
/** Whether films cannot be made and played here. */
export const noBrowser = !chromium || !ffmpeg
if (noBrowser) leaveOut('Chromium or ffmpeg is not installed: playing in a browser is skipped')

/** Whether pages cannot be opened here. */
export const noChromium = !chromium

const launch = () =>
  puppeteer.launch({
    executablePath: chromium!,
    args: ['--no-sandbox', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
  })

/** One of each process: to start it takes longer than most tests. */
let running: Browser | undefined

/** Profiles that earlier tests have left. What they loaded is still in their cache: to load it anew takes longer than most tests. */
const free: BrowserContext[] = []

/** A page of a real browser, still empty, with nothing kept of earlier tests; ends with the test. */
export async function emptyPage() {
  if (!running?.connected) {
    free.length = 0
    running = await launch()
  }
  const context = free.pop() ?? (await running.createBrowserContext())
  const origins = new Set<string>()
  const note = (target: Target) => {
    if (URL.canParse(target.url())) origins.add(new URL(target.url()).origin)
  }
  context.on('targetchanged', note)
  onTestFinished(async () => {
    context.off('targetchanged', note)
    await empty(context, origins)
  })
  return context.newPage()
}

async function empty(context: BrowserContext, origins: ReadonlySet<string>): Promise<void> {
  const page = await context.newPage()
  const others = (await context.pages()).filter((other) => other !== page)
  await Promise.all(others.map((other) => other.close()))
  const session = await page.createCDPSession()
  for (const origin of origins) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await session.send('Storage.clearCookies')
  await context.clearPermissionOverrides()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'default',
    browserContextId: context.id!,
  })
  await page.close()
  free.push(context)
}

/** Where files go that the page saves: a folder that ends with the test. */
export async function downloadsOf(page: Page): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const session = await page.createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
    browserContextId: page.browserContext().id!,
  })
  return folder
}

/** A page of a real browser; ends with the test. */
export async function openPage(address: string) {
  const page = await emptyPage()
  await page.goto(address)
  return page
}

/** A page of another site than the service, as web clients that are installed elsewhere. */
export async function openElsewhere() {
  const { url } = await startUpstream((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>another origin</title>')
  })
  return openPage(url)
}

/** Writes a film with picture and sound; with noise it has the bytes of a larger one. */
export async function makeFilm(file: string, seconds: number, noise = false): Promise<void> {
  const size = noise ? '320x180' : '96x54'
  const picture = `testsrc=duration=${seconds}:size=${size}:rate=5${noise ? ',noise=alls=80:allf=t' : ''}`
  const sound = `sine=duration=${seconds}`
  const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']
  const rate = ['-b:a', '16k', ...(noise ? ['-b:v', '1M'] : [])]
  await run(ffmpeg!, ['-loglevel', 'error', ...input, ...codecs, ...rate, '-y', file])
}
