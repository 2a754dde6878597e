import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const lines = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8').split('\n')
const entries = lines.filter((line) => line !== '' && !line.startsWith('#'))

it('the changelog is made of whole entries, each there once', () => {
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter((line) => !/^(?:- | {2})\S/.test(line))).toEqual([])
  expect(entries.filter((line, index) => entries.indexOf(line) !== index)).toEqual([])
  // What is left of an entry that was lost goes on in the middle of a sentence.
  const isTorn = (line: string, index: number) =>
    /^ {2}[a-z]/.test(line) && entries[index - 1]!.endsWith('.')
  expect(entries.filter(isTorn)).toEqual([])
})
