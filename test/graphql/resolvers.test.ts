import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../src/graphql/', import.meta.url)
/** An arrow function whose body is a block. */
const block =
  /\b(?:resolve|subscribe): (?:async )?\((?:[^()]|\([^()]*\))*\)[^=()]*=> \{$|^ +(?:async )?(?:resolve|subscribe)\(/gm

it('Every resolver is one expression: rules belong to use cases', () => {
  const files = globSync('**/*.ts', { cwd: folder })
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    return [...text.matchAll(block)].map(([match]) => `${file}: ${match.trim()}`)
  })
  expect(found).toEqual([])
})
