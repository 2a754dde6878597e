/** One row by the names of the head. */
export type CsvRow = Readonly<Record<string, string>>

/** Reads comma-separated text with a head (RFC 4180): quotes, doubled quotes and line breaks within them, either kind of line end. Null without a head. */
export function readCsv(
  text: string,
): { names: readonly string[]; rows: readonly CsvRow[] } | null {
  const [head, ...rest] = records(text.replace(/^\uFEFF/, ''))
  if (!head) return null
  const names = head.map((name) => name.trim().toLowerCase())
  const rows = rest
    .filter((fields) => fields.length > 1 || fields[0] !== '')
    .map((fields) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])))
  return { names, rows }
}

/** One field: in quotes, or up to the next comma or line end; then what ended it. */
const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y

function records(text: string): string[][] {
  const all: string[][] = []
  let record: string[] = []
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const start = field.lastIndex
    const match = field.exec(text)
    if (!match) {
      // A stray quote: taken as it is, up to the next end of a field.
      const stray = /[^,\r\n]*/y
      stray.lastIndex = start
      const found = stray.exec(text)![0]
      record.push(found)
      field.lastIndex = start + found.length + 1
      if (text[start + found.length] !== ',') {
        all.push(record)
        record = []
      }
      continue
    }
    const [, quoted, plain = '', end] = match
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      all.push(record)
      record = []
    }
  }
  if (record.length > 0) all.push(record)
  return all
}
