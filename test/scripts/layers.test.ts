import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser'
import { describe, expect, it, onTestFinished } from 'vitest'
import rules from '../../.dependency-cruiser.js'

/** Names of the rules that the files break. */
async function broken(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'layers-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { options, ...ruleSet } = rules as object as ICruiseOptions['ruleSet'] & {
    options: ICruiseOptions
  }
  const asked = { ruleSet, ...options, validate: true, baseDir: root }
  const { output } = await cruise(['src'], asked)
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name)
}

const target = 'export type Thing = { id: string }\nexport const thing = 1\n'

describe('The layers', () => {
  it.each([
    ['src/library/a.ts', 'src/sources/b.ts', 'only the fetching parts of search reach sources'],
    ['src/history/a.ts', 'src/sources/b.ts', 'only the fetching parts of search reach sources'],
    ['src/search/a.ts', 'src/sources/b.ts', 'only the fetching parts of search reach sources'],
    [
      'src/http/rest/a.ts',
      'src/storage/b.ts',
      'the http edge reaches data through GraphQL and services',
    ],
  ])('refuse %s a type of %s', async (from, to, rule) => {
    const found = await broken({
      [from]: `import type { Thing } from '${'../'.repeat(from.split('/').length - 1)}${to}'\nexport type Mine = Thing\n`,
      [to]: target,
    })
    expect(found).toEqual([rule])
  })

  it('let the fetching parts of search reach sources', async () => {
    const text = "import { thing } from '../sources/b.ts'\nexport const mine = thing\n"
    expect(await broken({ 'src/search/fetch.ts': text, 'src/sources/b.ts': target })).toEqual([])
  })
})
