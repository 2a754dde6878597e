/** One row by the names of the head. */
export type CsvRow = Readonly<Record<string, string>>

const maxColumns = 200

/** The names of a table's head; null without one, or with more columns than any table that is known here. */
export function readHead(text: string): readonly string[] | null {
  const [head] = records(text.replace(/^\uFEFF/, '')).take(1)
  if (!head || head.length > maxColumns) return null
  return head.map((name) => name.trim().toLowerCase())
}

/** The rows below a head: quotes, doubled quotes and line breaks within them, either kind of line end (RFC 4180). */
export function* readRows(text: string, names: readonly string[]): Generator<CsvRow> {
  let isHead = true
  for (const fields of records(text.replace(/^\uFEFF/, ''))) {
    if (!isHead && (fields.length > 1 || fields[0] !== '')) {
      yield Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']))
    }
    isHead = false
  }
}

function* records(text: string): Generator<string[]> {
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at + 1) : null
    const end = endOfField(text, quoted ? quoted.end : at)
    record.push(quoted ? quoted.value : text.slice(at, end))
    at = end + 1
    if (text[end] === ',') {
      // A comma at the very end has an empty field behind it.
      if (at >= text.length) record.push('')
      continue
    }
    if (text[end] === '\r' && text[end + 1] === '\n') at += 1
    yield record
    record = []
  }
  if (record.length > 0) yield record
}

/** What stands in quotes, up to the one that is not doubled; one that is never closed goes to the end. */
function readQuoted(text: string, start: number): { value: string; end: number } {
  const parts: string[] = []
  let from = start
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { value: parts.join('') + text.slice(from), end: text.length }
    if (text[quote + 1] !== '"') {
      return { value: parts.join('') + text.slice(from, quote), end: quote + 1 }
    }
    parts.push(text.slice(from, quote + 1))
    from = quote + 2
  }
}

function endOfField(text: string, from: number): number {
  let end = from
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}
