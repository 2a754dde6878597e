import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { userDataSchema } from '../src/model/user-data.ts'
import { compilePlan } from '../src/search/plan.ts'

const root = new URL('../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')

describe('the README', () => {
  it('shows a configuration that the service takes', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? []
    const parsed = userDataSchema.safeParse(JSON.parse(example))
    expect(parsed.error).toBeUndefined()
    expect(compilePlan(parsed.data!).needsMetadata).toBe(true)
  })

  it('links only to files that exist', () => {
    const links = [...readme.matchAll(/\]\(([^):#]+)\)/g)].map(([, path]) => path!)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})
