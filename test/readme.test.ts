import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { settingRows } from '../src/config/settings.ts'
import { errorCodes } from '../src/core/errors.ts'

const root = new URL('../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')
const pageNames = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'))
const pages = pageNames.map((name) => readFileSync(new URL(`docs/${name}`, root), 'utf8'))
/** All that readers are told, the README first. */
const all = [readme, ...pages].join('\n')

const schema = readFileSync(new URL('schema/schema.graphql', root), 'utf8')
const enumValues = [...schema.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, name]) => name!)

describe('the README', () => {
  it('links only to files that exist', () => {
    const links = [...readme.matchAll(/\]\(([^):#]+)\)/g)].map(([, path]) => path!)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('names only settings that exist', () => {
    const named = [...all.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(10)
    // Read by the bench, or words of answers.
    const others = new Set<string>(['BENCH_ANIME', 'BENCH_DATABASE', ...errorCodes, ...enumValues])
    expect(named.filter((name) => !(name in settingRows) && !others.has(name))).toEqual([])
  })

  it('links to every page', () => {
    expect(pageNames.length).toBeGreaterThan(5)
    expect(pageNames.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([])
  })

  it('shows a map of the code whose folders exist', () => {
    const [map = ''] = /```\n main\.ts[\s\S]*?```/.exec(readme) ?? []
    const rows = [...map.matchAll(/^ ([a-z]+)\/ ([^\n]*)\n((?: {12}[^\n]*\n)*)/gm)]
    const folders = rows.flatMap(([, top, first, rest]) =>
      [...`${first}\n${rest}`.matchAll(/\b([a-z-]+)\//g)].map(([, name]) => [top!, name!]),
    )
    const exists = ([top, name]: string[]) =>
      [`src/${top}/${name}`, `src/${name}`].some((path) => existsSync(new URL(path, root)))
    expect(folders.length).toBeGreaterThan(25)
    expect(folders.filter((folder) => !exists(folder))).toEqual([])
  })
})

describe('CONTRIBUTING', () => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')
    const named = [...text.matchAll(/`((?:src|schema|migrations|scripts|test|\.ci)\/[^\s`]*)`/g)]
    const paths = named.map(([, path]) => path!.replace(/<\w+>/g, '*'))
    expect(paths.length).toBeGreaterThan(30)
    const cwd = fileURLToPath(root)
    expect(paths.filter((path) => globSync(path, { cwd }).length === 0)).toEqual([])
  })
})
