import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'
import type { Block } from './blocks.ts'
import { startDocsStage } from './stage.ts'
import type { DocsStage } from './stage.ts'

const folder = new URL('../../docs/', import.meta.url)
const schema = buildSchema(readFileSync(new URL('../schema/schema.graphql', folder), 'utf8'))
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

let stage: DocsStage
beforeAll(async () => {
  stage = await startDocsStage(afterAll)
})

/** What running an example of each language means: throws or fails where it does not work. */
const runners: Readonly<Record<string, (text: string) => Promise<void>>> = {
  async sh(text) {
    expect(await stage.shell(text)).not.toMatch(/"errors":\[\{"message"/)
  },
  async json(text) {
    expect((await stage.configure(JSON.parse(text) as object)).warnings).toEqual([])
  },
  async graphql(text) {
    const { data, errors } = await stage.graphql(text)
    expect(errors).toBeUndefined()
    expect(data).toBeTruthy()
  },
  async cel(text) {
    for (const expression of text.trim().split('\n')) {
      const score = [{ expression, score: 1 }]
      const answer = await stage.search({ filters: { expressions: { score } } })
      expect(answer).toMatchObject({ success: true, data: { errors: [] } })
      expect(answer.data.results.length).toBeGreaterThan(0)
    }
  },
  async liquid(text) {
    const answer = await stage.search({ formatter: { name: text, description: text } })
    const [first] = answer.data.results
    expect(first.name).toMatch(/\w/)
    expect(first.name).not.toMatch(/\{[{%]/)
  },
}

/** What is wrong with an example that cannot be run. */
function problemsOf({ language, text }: Block): readonly unknown[] {
  if (language === 'graphql') return validate(schema, parse(text))
  if (language === 'json') JSON.parse(text)
  return []
}

describe.each(pages)('docs/$name', ({ text }) => {
  const blocks = blocksOf(text)

  it('has examples in languages that are run', () => {
    expect(blocks.filter(({ language }) => !(language in runners))).toEqual([])
    // Every fence was read.
    expect(blocks.length * 2).toBe(text.split('\n').filter((line) => line.startsWith('```')).length)
  })

  it.each(blocks.filter(({ notRun }) => notRun === null))(
    'has an example that works, in line $line',
    async ({ language, text: example }) => {
      await expect(runners[language]!(example)).resolves.toBeUndefined()
    },
  )

  it.each(blocks.filter(({ notRun }) => notRun !== null))(
    'has an example that is not run but is well written, in line $line',
    (block) => {
      expect(problemsOf(block)).toEqual([])
    },
  )

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^):#]+)\)/g)].map(([, path]) => path!)
    expect(links.filter((path) => !existsSync(new URL(path, folder)))).toEqual([])
  })
})
