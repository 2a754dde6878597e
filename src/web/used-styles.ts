import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const library = dirname(resolve('@mantine/core/styles.css'))
const charts = join(dirname(resolve('@mantine/charts/styles.css')), 'esm')
const modules = join(library, 'esm')
/** What stands before the styles of components, whichever they are. */
const foundation = ['baseline', 'default-css-variables', 'global']

/** Of the library's styles those of the components that are used: every page waits until all of them are read. */
export function usedStyles(folder: string): Plugin {
  return {
    name: 'used-styles',
    enforce: 'pre',
    load: {
      filter: { id: /@mantine\/core\/styles\.css$/ },
      handler: () => stylesOf(importedFrom(folder)),
    },
  }
}

function importedFrom(folder: string): string[] {
  const own = globSync(join(folder, '**/*.{ts,tsx}'))
  const files = [...own, ...globSync(join(charts, '**/*.mjs'))]
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const imports = text.matchAll(/import \{([^}]+)\} from ['"]@mantine\/core['"]/g)
  return Array.from(imports, ([, names]) => names!.match(/\w+/g) ?? []).flat()
}

function stylesOf(names: readonly string[]): string {
  const all = readFileSync(join(library, 'styles.css'), 'utf8')
  const place = (text: string): number => {
    const found = all.indexOf(text)
    if (found < 0) throw new Error('The styles of a component are no part of all styles')
    return found
  }
  return [...foundation, ...styledBy(names)]
    .map((name) => readFileSync(join(library, 'styles', `${name}.css`), 'utf8').trim())
    .toSorted((one, other) => place(one) - place(other))
    .join('\n')
}

/** The components with styles among these, and what they are made of. */
function styledBy(names: readonly string[]): Set<string> {
  const index = readFileSync(join(modules, 'index.mjs'), 'utf8')
  const styled = new Set<string>()
  const seen = new Set<string>()
  const look = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/ from "(\.[^"]+)"/g)) {
      const [, name] = /\/(\w+)\.module\.mjs$/.exec(path!) ?? []
      if (name === undefined) look(join(dirname(file), path!))
      else styled.add(name)
    }
  }
  for (const name of new Set(names)) {
    const [, path] =
      new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(index) ?? []
    if (path !== undefined) look(join(modules, path))
  }
  return styled
}
