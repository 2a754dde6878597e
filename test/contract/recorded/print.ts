const maxWidth = 200

/**
 * Of a body, in lines that a person can compare. JSON is only laid out anew where printing it as it was gives the very
 * bytes that came; anything else stays as it is.
 */
export function printBody(text: string): string {
  const value = parsed(text)
  // Bytes that are no text would make the whole recording unreadable.
  if (text.includes('\0')) return JSON.stringify(text)
  if (value === undefined || JSON.stringify(value) !== text) return text
  return printValue(value, '')
}

function printValue(value: unknown, indent: string): string {
  const line = JSON.stringify(value)
  if (line.length + indent.length <= maxWidth || value === null || typeof value !== 'object')
    return line
  const inner = `${indent} `
  if (Array.isArray(value)) {
    const parts = value.map((part) => inner + printValue(part, inner))
    return `[\n${parts.join(',\n')}\n${indent}]`
  }
  return `{\n${packed(Object.entries(value), inner)}\n${indent}}`
}

/** As many short properties in a line as fit. */
function packed(entries: readonly (readonly [string, unknown])[], indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const [name, value] of entries) {
    const part = `${JSON.stringify(name)}: ${printValue(value, indent)}`
    const isLong = part.includes('\n')
    if (line !== '' && (isLong || line.length + part.length > maxWidth)) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? indent + part : `${line}, ${part}`
    if (isLong) {
      lines.push(line)
      line = ''
    }
  }
  if (line !== '') lines.push(line)
  return lines.join(',\n')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
