import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { onTestFinished } from 'vitest'
import { press } from './web-pages.ts'

/** Presses the button, and chooses a file with this content. */
export async function chooseFile(page: Page, button: string, content: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chosen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'chosen.json')
  writeFileSync(file, content)
  const [chooser] = await Promise.all([page.waitForFileChooser(), press(page, button)])
  await chooser.accept([file])
}
