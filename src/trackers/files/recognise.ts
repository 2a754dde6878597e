import { readHead, readRows } from './csv.ts'
import { listOf, recordOf } from './read-value.ts'
import type { ReadFile } from './read-value.ts'
import { isSimklFile, isSimklHead, readSimkl, readSimklTable } from './simkl.ts'
import { isTraktRow, readTrakt } from './trakt.ts'
import { isYamtrackHead, readYamtrack } from './yamtrack.ts'

export type ForeignFile = ReadFile & { readonly format: 'trakt' | 'simkl' | 'yamtrack' }

/** Reads a file that somebody exported from another service, known by what is in it; null for anything else. Rows that cannot be used are counted. */
export function readForeignFile(text: string): ForeignFile | null {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  return start.startsWith('{') || start.startsWith('[') ? readJson(start) : readTable(start)
}

function readJson(text: string): ForeignFile | null {
  const json = parsed(text)
  if (Array.isArray(json)) {
    return json.some(isTraktRow) ? { format: 'trakt', ...readTrakt({ list: json }) } : null
  }
  const record = recordOf(json)
  if (isSimklFile(record)) return { format: 'simkl', ...readSimkl(record) }
  // Several lists of Trakt's in one object.
  const lists = Object.entries(record).filter(([, rows]) => listOf(rows).some(isTraktRow))
  if (lists.length === 0) return null
  return {
    format: 'trakt',
    ...readTrakt(Object.fromEntries(lists.map(([name, rows]) => [name, listOf(rows)]))),
  }
}

function readTable(text: string): ForeignFile | null {
  const [head = ''] = /^[^\r\n]{0,20000}/.exec(text) ?? []
  if (!head.includes(',')) return null
  const names = readHead(head)
  if (!names) return null
  const rows = readRows(text, names)
  if (isYamtrackHead(names)) return { format: 'yamtrack', ...readYamtrack(rows) }
  return isSimklHead(names) ? { format: 'simkl', ...readSimklTable(rows) } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
