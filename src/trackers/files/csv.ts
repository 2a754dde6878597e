export type CsvRow = Readonly<Record<string, string>>

/** No known table has more. */
export const maxColumns = 200
/** Bytes; the rest of a longer field is dropped. */
const maxField = 4_096

const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44]

const stages = { start: 0, plain: 1, quoted: 2, afterQuote: 3 } as const

/**
 * Streams RFC 4180 with the memory of one record, with either line end. An unclosed quote runs to the end. Fields beyond
 * `maxColumns` are dropped except one, which shows that there are more.
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

export function columnNames(head: readonly string[]): readonly string[] {
  return head.map((name) => name.trim().toLowerCase())
}

export function rowOf(record: readonly string[], names: readonly string[]): CsvRow | null {
  if (record.length === 1 && record[0] === '') return null
  return Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']))
}
