import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const [, map = ''] =
  /\n```\n( main\.ts[^]*?)\n```/.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? []

function foldersOf(folder: string): readonly string[] {
  return readdirSync(new URL(`src/${folder}`, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

describe("README's map", () => {
  it.each(['.', 'graphql', 'services', 'http'])('names every folder of src/%s', (folder) => {
    const missing = foldersOf(folder).filter((name) => !map.includes(` ${name}/`))
    expect(missing.filter((name) => name !== 'web')).toEqual([])
  })

  it.each(['graphql', 'services'])('names no folder of src/%s that is gone', (folder) => {
    const row = map.split(/─{10,}/).find((part) => part.trimStart().startsWith(`${folder}/`)) ?? ''
    const named = [...row.matchAll(/ ([a-z-]+)\//g)].map(([, name]) => name!)
    expect(named.filter((name) => ![folder, ...foldersOf(folder)].includes(name))).toEqual([])
  })
})
