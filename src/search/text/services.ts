import type { DebridService } from '../../model/vocabulary.ts'

const table: readonly (readonly [id: DebridService, codes: string, words: string])[] = [
  ['realdebrid', 'RD', 'real-?\\s?debrid'],
  ['alldebrid', 'AD', 'all-?\\s?debrid'],
  ['premiumize', 'PM', 'premiumize'],
  ['debridlink', 'DL', 'debrid-?\\s?link'],
  ['torbox', 'TB', 'torbox'],
  ['easydebrid', 'ED', 'easy-?\\s?debrid'],
  ['offcloud', 'OC', 'offcloud'],
  ['putio', 'PUTIO PIO PT', 'put\\.?io'],
  ['pikpak', 'PKP PP', 'pikpak'],
  ['seedr', 'SDR SR', 'seedr'],
  ['debrider', 'DBR DR DB', 'debrider'],
  ['easynews', 'EN', 'easynews'],
]

const byCode = new Map(
  table.flatMap(([id, codes]) => codes.split(' ').map((code) => [code, id] as const)),
)
/** The other codes are also parts of other things (`WEB DL`). */
const standalone: ReadonlySet<string> = new Set(['RD', 'AD', 'PM', 'TB', 'OC', 'ED'])

const words = new RegExp(
  `(?<![a-z])(?:${table.map(([, , word]) => `(${word})`).join('|')})(?![a-z])`,
  'i',
)
const bracketed = /[[(|]\s*([A-Za-z]{2,5})(?![A-Za-z])|(?<![\w.-])([A-Z]{2,5})(?=\s?[+⚡⬇⏳☁])/gu
const alone = /(?<![\w.-]|\d )([A-Z]{2})(?![\w.-])/g

export function serviceNamed(text: string): string | null {
  const match = words.exec(text)
  return match
    ? (table[match.findIndex((group, at) => at > 0 && group !== undefined) - 1]?.[0] ?? null)
    : null
}

export function serviceOfLabel(label: string): string | null {
  for (const match of label.matchAll(bracketed)) {
    const service = byCode.get((match[1] ?? match[2])!.toUpperCase())
    if (service) return service
  }
  const named = serviceNamed(label)
  if (named) return named
  for (const [, code] of label.matchAll(alone)) {
    if (standalone.has(code!)) return byCode.get(code!) ?? null
  }
  return null
}
