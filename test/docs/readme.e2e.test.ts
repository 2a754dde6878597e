import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'
import { startDocsStage } from './stage.ts'
import type { DocsStage } from './stage.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const examples = blocksOf(readme).filter(
  ({ language, notRun }) => language === 'sh' && notRun === null,
)
const inText = [...readme.matchAll(/`(curl [^`]+)`/g)].map(([, command]) => command!)

let stage: DocsStage
beforeAll(async () => {
  stage = await startDocsStage(afterAll)
})

describe('The README', () => {
  it('has an example of the first step, and one of the next', () => {
    expect([examples.length, inText.length]).toEqual([1, 1])
  })

  it.each([...examples.map(({ text }) => text), ...inText])(
    'has an example that works: %s',
    async (command) => {
      expect(JSON.parse(await stage.shell(command))).toMatchObject({ success: true })
    },
  )
})
