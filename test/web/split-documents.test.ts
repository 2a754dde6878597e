import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import config from '../../src/web/vite.config.ts'

const split = config
  .plugins!.flat()
  .find((plugin) => (plugin as Plugin | undefined)?.name === 'split-documents') as Plugin

/** The script of a page that asks with one document. */
async function built(document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'split-documents-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const input = join(folder, 'page.ts')
  await writeFile(input, `import { ${document} } from './documents.ts'\nconsole.log(${document})\n`)
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [split],
    build: { write: false, rolldownOptions: { input } },
  })
  const { output } = made as Exclude<typeof made, unknown[] | { on: unknown }>
  return output.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])).join('')
}

it('A page is built with the text of its document, and not at all with one that is not there', async () => {
  expect(await built('NetworkUrlsDocument')).toContain('networkUrls')
  await expect(built('RenamedDocument')).rejects.toThrow('documents.ts has no RenamedDocument')
})
