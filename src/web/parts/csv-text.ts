export type CsvLine = readonly (string | number)[]

/** As the service writes it: texts that a spreadsheet would take for a formula begin with an apostrophe. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

export function csvText(lines: readonly CsvLine[]): string {
  return lines.map((line) => line.map(quoted).join(',')).join('\n')
}

function quoted(value: string | number): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
