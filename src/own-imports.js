// @ts-check
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../', import.meta.url).href
const libraryFolder = '/node_modules/'
const withEnding = /^\.\.?\/.*\.[cm]?js$/
const withoutEnding = /^\.\.?\/(?:.*\/)?[^./]+$/
/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const libraries = new Map()

// To look for 2,000 files on the disk takes a fifth of the start. Imports between own files name the file itself, a library
// is the same one for every own file, and so are most files within it. zod brings its messages in 60 languages, 6 MB, of which
// only English ones are used.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (specifier === '../locales/index.js' && parentURL.includes('/zod/')) {
      return next('../locales/en.js', context)
    }
    if (specifier.startsWith('.') && specifier.endsWith('.ts')) {
      const url = new URL(specifier, parentURL).href
      return { url, format: 'module-typescript', shortCircuit: true }
    }
    if (parentURL.includes(libraryFolder)) {
      if (withEnding.test(specifier)) {
        return { url: new URL(specifier, parentURL).href, shortCircuit: true }
      }
      if (!withoutEnding.test(specifier) || !conditions.includes('require')) {
        return next(specifier, context)
      }
      const file = new URL(`${specifier}.js`, parentURL)
      return existsSync(file) ? { url: file.href, shortCircuit: true } : next(specifier, context)
    }
    if (
      specifier.startsWith('.') ||
      !parentURL.startsWith(root) ||
      !conditions.includes('import')
    ) {
      return next(specifier, context)
    }
    const found = libraries.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    libraries.set(specifier, found)
    return found
  },
})
