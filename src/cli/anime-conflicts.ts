// `npm run anime:conflicts`: lists where the anime lists disagreed in the last refresh, and which one won. Filters:
// --field malId, --source kometa; --json for programs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnimeConflict } from '../anime/entry.ts'
import { animeFiles } from '../anime/refresh/files.ts'
import { ConfigError } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { counted } from '../core/counted.ts'
import { readOptions, runCommand } from './run-command.ts'

const outcomes = { refused: 'refused', beside: 'kept beside it' } as const

function readConflicts(path: string): AnimeConflict[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as AnimeConflict[]
  } catch {
    throw new ConfigError('There are no conflicts yet: run npm run anime:refresh first.')
  }
}

function describe({ entry, field, kept, other, outcome }: AnimeConflict): string {
  return `${entry}: ${field} is ${kept.value} (${kept.source}); ${other.value} (${other.source}) ${outcomes[outcome]}`
}

function listConflicts({ dataDir }: Config): void {
  const values = readOptions({
    field: { type: 'string' },
    source: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const { conflicts } = animeFiles(join(dataDir, 'anime'))
  const found = readConflicts(conflicts).filter(
    ({ field, kept, other }) =>
      (values.field ?? field) === field &&
      (values.source === undefined ||
        [kept.source, other.source].some((one) => one === values.source)),
  )
  if (values.json) console.log(JSON.stringify(found, null, 2))
  else console.log([...found.map(describe), counted(found.length, 'conflict')].join('\n'))
}

await runCommand(listConflicts)
