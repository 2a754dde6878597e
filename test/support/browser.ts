import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import puppeteer from 'puppeteer-core'
import { onTestFinished } from 'vitest'
import { leaveOut } from './missing-service.ts'

const run = promisify(execFile)
const find = (names: readonly string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

const chromium = find(['chromium', 'chromium-browser', 'google-chrome'])
const ffmpeg = find(['ffmpeg'])

/** Whether no page can be opened here. */
export const noPages = !chromium

/** Whether films cannot be made and played here. */
export const noBrowser = !chromium || !ffmpeg
if (noBrowser) leaveOut('Chromium or ffmpeg is not installed: playing in a browser is skipped')

/** Whether pages cannot be opened here. */
export const noChromium = !chromium

/** A page of a real browser, still empty; ends with the test. */
export async function emptyPage() {
  const browser = await puppeteer.launch({
    executablePath: chromium!,
    args: ['--no-sandbox', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
  })
  onTestFinished(() => browser.close())
  return browser.newPage()
}

/** A page of a real browser; ends with the test. */
export async function openPage(address: string) {
  const page = await emptyPage()
  await page.goto(address)
  return page
}

/** Writes a film with picture and sound. */
export async function makeFilm(file: string, seconds: number): Promise<void> {
  const picture = `testsrc=duration=${seconds}:size=96x54:rate=5`
  const sound = `sine=duration=${seconds}`
  const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']
  await run(ffmpeg!, ['-loglevel', 'error', ...input, ...codecs, '-b:a', '16k', '-y', file])
}
