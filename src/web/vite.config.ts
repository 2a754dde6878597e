import { hash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import * as documents from './documents.ts'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
type BabelOptions = Parameters<typeof babel>[0]

const outDir = fromHere('../../dist/web')

/** By Babel: npm leaves the native transform of lingui() out where an old Node installs. */
const messages = {
  preset: { plugins: ['@lingui/babel-plugin-lingui-macro'] },
  rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
}

/** Writes each script and style a second and a third time, so that the server need not compress them. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    writeBundle() {
      const folder = join(outDir, 'assets')
      for (const name of readdirSync(folder)) {
        if (!/\.(?:js|css|svg)$/.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Writes what the pages ask, by hash: where the operator allows known documents alone, the service knows these. */
function listDocuments(): Plugin {
  return {
    name: 'list-documents',
    writeBundle() {
      const texts = Object.values(documents)
        .filter((one) => one instanceof documents.TypedDocumentString)
        .map(String)
      const byHash = Object.fromEntries(texts.map((text) => [hash('sha256', text), text]))
      writeFileSync(join(outDir, 'documents.json'), JSON.stringify(byHash))
    },
  }
}

export default defineConfig({
  root: fromHere('.'),
  // The service may stand below a path of its proxy.
  base: './',
  plugins: [
    lingui(),
    babel({ presets: [messages] } as BabelOptions),
    precompress(),
    listDocuments(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every page loads first, in one file: each costs the headers of an answer, and packs worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'data', test: /src\/web\/data\//, minShareCount: 2 },
          ],
        },
      },
      // `use client` means something on servers alone.
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
})
