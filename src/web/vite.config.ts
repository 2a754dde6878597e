import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

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

export default defineConfig({
  root: fromHere('.'),
  // The service may stand below a path of its proxy.
  base: './',
  plugins: [lingui(), babel({ presets: [messages] } as BabelOptions), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // `use client` means something on servers alone.
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
})
