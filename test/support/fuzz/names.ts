import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const kinds = ['text', 'flag', 'number', 'integer', 'list', 'date', 'object', 'raw'] as const

/** Every name that the service reads from a query or a body: those of its code, its documents and its schemas. */
export const knownNames: readonly string[] = [
  ...new Set([...namesOfCode(kinds), ...namesOfSchemas()]),
]

/** Names that paths of the media server read in one of these ways. */
export function namesOfCode(read: readonly (typeof kinds)[number][]): readonly string[] {
  const reading = new RegExp(`\\.(?:${read.join('|')})\\('(\\w+)'`, 'g')
  const folder = join(root, 'src/http')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(reading)])
    .map(([, name]) => name!)
}

function namesOfSchemas(): readonly string[] {
  const names: string[] = ['config', 'password', 'query', 'variables', 'operationName']
  function collect(value: unknown): void {
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) {
      const { properties, name, in: place } = value as Record<string, unknown>
      if (typeof properties === 'object' && properties !== null)
        names.push(...Object.keys(properties))
      if (place === 'query' && typeof name === 'string') names.push(name)
      Object.values(value).forEach(collect)
    }
  }
  for (const file of ['openapi.json', 'user-data.schema.json']) {
    collect(JSON.parse(readFileSync(join(root, 'schema', file), 'utf8')))
  }
  return names
}
