import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rows } from '../../.dependency-cruiser.js'

const root = new URL('../../', import.meta.url)
const [, map = ''] =
  /\n```\n( main\.ts[^]*?)\n```/.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? []

function foldersOf(folder: string): readonly string[] {
  return readdirSync(new URL(`src/${folder}`, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/** The folders that begin a line, from the lowest row to the highest; the first row is where everything is connected. */
const shownRows = map
  .split(/─{10,}/)
  .slice(1)
  .map((row) => [...row.matchAll(/^ ([a-z-]+)\//gm)].map(([, name]) => `src/${name!}`))
  .toReversed()

describe("README's map", () => {
  it('shows the rows that imports keep to', () => {
    expect(shownRows).toEqual(rows)
  })

  it('has a row for every top folder of src', () => {
    const above = ['compose', 'cli', 'web']
    const inRows = rows.flat().map((folder) => folder.slice('src/'.length))
    expect([...inRows, ...above].toSorted()).toEqual(foldersOf('.').toSorted())
  })

  it.each(['graphql', 'services', 'http'])('names every folder of src/%s', (folder) => {
    const missing = foldersOf(folder).filter((name) => !map.includes(` ${name}/`))
    expect(missing).toEqual([])
  })

  it.each(['graphql', 'services'])('names no folder of src/%s that is gone', (folder) => {
    const row = map.split(/─{10,}/).find((part) => part.trimStart().startsWith(`${folder}/`)) ?? ''
    const named = [...row.matchAll(/ ([a-z-]+)\//g)].map(([, name]) => name!)
    expect(named.filter((name) => ![folder, ...foldersOf(folder)].includes(name))).toEqual([])
  })
})
