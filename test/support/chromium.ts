import { existsSync } from 'node:fs'

const find = (names: readonly string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

/** Paths of programs that the machine may have. */
export const chromium = find(['chromium', 'chromium-browser', 'google-chrome'])
export const ffmpeg = find(['ffmpeg'])
