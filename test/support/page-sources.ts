import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const settings = ['tsconfig.json', 'lingui.config.ts', 'scripts/build-pages.js']

/** Paths of all files that the pages are built from, seen from the root: src/web, and what it imports from elsewhere. */
export function pageSources(): readonly string[] {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    importsOf(path).forEach(visit)
  }
  settings.forEach(visit)
  globSync('src/web/**/*.*', { cwd: root }).forEach(visit)
  return [...found]
}

function importsOf(path: string): readonly string[] {
  if (!/\.(?:ts|tsx|js)$/.test(path)) return []
  const text = readFileSync(join(root, path), 'utf8')
  const imported = text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
  return [...imported].map(([, name]) => normalize(join(dirname(path), name!)))
}
