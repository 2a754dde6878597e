import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { descriptionFiles, schemaFiles } from '../../scripts/generated-files.ts'
import { settingRows } from '../../src/config/settings.ts'

const fromRoot = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const files = [...(await schemaFiles()), ...(await descriptionFiles())]

it('covers every file that is made from code', () => {
  expect(files.map(([path]) => path).toSorted()).toEqual([
    '.env.example',
    'schema/documents/result-fields.graphql',
    'schema/openapi-rest.json',
    'schema/openapi.json',
    'schema/schema.graphql',
    'schema/user-data.schema.json',
    'src/http/documents/documents.ts',
    'src/web/documents.ts',
  ])
})

it.each(files)('%s is what `npm run generate` prints', (path, text) => {
  expect(fromRoot(path)).toBe(text)
})

it('.env.example names every setting once, commented out', () => {
  const named = [...fromRoot('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(named).toEqual(Object.keys(settingRows))
})
