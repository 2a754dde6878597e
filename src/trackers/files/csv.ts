/** One row by the names of the head. */
export type CsvRow = Readonly<Record<string, string>>

/** No table that is known here has more. */
export const maxColumns = 200
/** Bytes of one field; nothing that is read of a table is longer, and what lies beyond is left out. */
const maxField = 4_096

const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44]

const stages = { start: 0, plain: 1, quoted: 2, afterQuote: 3 } as const

/**
 * The records of a table, with as much memory as one of them takes: quotes, doubled quotes and line breaks within them,
 * either kind of line end (RFC 4180). A quote that is never closed goes to the end. Fields above `maxColumns` are left
 * out, but for one, which tells that there are more.
 */
export function* readRecords(file: Iterable<Uint8Array>): Generator<string[]> {
  const field = Buffer.alloc(maxField)
  let length = 0
  let record: string[] = []
  let stage: number = stages.start
  let skipsLineFeed = false

  function endField(): void {
    if (record.length <= maxColumns) record.push(field.toString('utf8', 0, length))
    length = 0
    stage = stages.start
  }

  for (const piece of file) {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (skipsLineFeed) {
        skipsLineFeed = false
        if (byte === lineFeed) continue
      }
      if (stage === stages.quoted) {
        if (byte === quote) stage = stages.afterQuote
        else if (length < maxField) field[length++] = byte
      } else if (byte === quote && stage === stages.start) {
        stage = stages.quoted
      } else if (byte === quote && stage === stages.afterQuote) {
        if (length < maxField) field[length++] = quote
        stage = stages.quoted
      } else if (byte === comma) {
        endField()
      } else if (byte === lineFeed || byte === carriageReturn) {
        endField()
        yield record
        record = []
        skipsLineFeed = byte === carriageReturn
      } else if (stage !== stages.afterQuote) {
        stage = stages.plain
        if (length < maxField) field[length++] = byte
      }
    }
  }
  if (record.length === 0 && stage === stages.start) return
  endField()
  yield record
}

/** The names of a table's head. */
export function columnNames(head: readonly string[]): readonly string[] {
  return head.map((name) => name.trim().toLowerCase())
}

/** A record by the names of the head; null for an empty line. */
export function rowOf(record: readonly string[], names: readonly string[]): CsvRow | null {
  if (record.length === 1 && record[0] === '') return null
  return Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']))
}
