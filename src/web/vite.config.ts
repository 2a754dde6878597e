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
import { usedStyles } from './used-styles.ts'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
type BabelOptions = Parameters<typeof babel>[0]

const outDir = fromHere('../../dist/web')

/** By Babel: npm leaves the native transform of lingui() out where an old Node installs. */
const messages = {
  preset: { plugins: ['@lingui/babel-plugin-lingui-macro'] },
  rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
}

/** Small, and on several pages: each file costs a slow processor ten milliseconds and the headers of an answer. */
const sharedParts = new RegExp(
  [
    String.raw`src/web/data/|^\0document:`,
    String.raw`@mantine/hooks/esm/.*use-(?:callback-ref|collapse|debounced-value|merged-ref)/`,
    String.raw`@mantine/core/esm/core/.*/(?:get-auto-contrast-value|get-env)/`,
    String.raw`src/web/parts/(?!for-devices|qr-code|sortable-list|use-names|vocabulary)`,
    String.raw`src/web/pages/\w+/(?:breaker-badge|comparison|source-title|time|title-of|type-names)\.tsx?$`,
    String.raw`@mantine/core/esm/components/(?:Badge|Check|Code|Collapse|InlineInput|List|Skeleton|Switch|TextInput|VisuallyHidden)`,
  ].join('|'),
)

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

const documentId = 'document:'

/** Makes each document a module of its own, and plain text, so that a page loads what it asks alone. */
function splitDocuments(): Plugin {
  const texts = new Map(Object.entries(documents).map(([name, one]) => [name, String(one)]))
  return {
    name: 'split-documents',
    enforce: 'pre',
    transform: {
      filter: { code: /\/documents\.ts'/ },
      handler: (code) =>
        code.replaceAll(/import \{([^}]+)\} from '[./]+\/documents\.ts'/g, (_all, names: string) =>
          Array.from(
            names.matchAll(/\w+/g),
            ([name]) => `import { ${name} } from '${documentId}${name}'`,
          ).join(';'),
        ),
    },
    resolveId: (id) => (id.startsWith(documentId) ? `\0${id}` : null),
    load(id) {
      const name = id.startsWith(`\0${documentId}`) ? id.slice(documentId.length + 1) : null
      if (name === null) return null
      const text = texts.get(name)
      if (text === undefined) throw new Error(`src/web/documents.ts has no ${name}`)
      return `export const ${name} = ${JSON.stringify(text)}`
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

/** Writes which scripts each page needs beside those that all of them load, so that its HTML can name them. */
function listParts(): Plugin {
  return {
    name: 'list-parts',
    writeBundle(_options, bundle) {
      const html = readFileSync(join(outDir, 'index.html'), 'utf8')
      const withImports = (name: string, known: Set<string>): Set<string> => {
        const part = bundle[name]
        if (part?.type !== 'chunk' || known.has(name) || html.includes(name)) return known
        known.add(name)
        for (const other of part.imports) withImports(other, known)
        return known
      }
      const parts = Object.entries(bundle).flatMap(([name, one]) => {
        const module = one.type === 'chunk' ? one.facadeModuleId : null
        const page = /\/pages\/([^/]+)\/\1-page\.tsx$/.exec(module ?? '')?.[1]
        return page === undefined ? [] : [[page, [...withImports(name, new Set())]]]
      })
      writeFileSync(join(outDir, 'parts.json'), JSON.stringify(Object.fromEntries(parts)))
    },
  }
}

export default defineConfig({
  root: fromHere('.'),
  // The service may stand below a path of its proxy.
  base: './',
  plugins: [
    splitDocuments(),
    usedStyles(fromHere('.')),
    lingui(),
    babel({ presets: [messages] } as BabelOptions),
    precompress(),
    listDocuments(),
    listParts(),
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
        entryFileNames: 'assets/first-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: sharedParts, minShareCount: 2 },
            // What a draft needs even without the service.
            {
              name: 'drafts',
              test: /src\/web\/(?:pages\/sign-in-page|parts\/leaving-question)\.tsx$/,
            },
            { name: 'floating', test: /@floating-ui\// },
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
