/** Upper bound of the instructions a pattern compiles to, from its text alone: `(x{1000}){1000}` is refused unbuilt. */
export function estimateSize(pattern: string): number {
  const outer: number[] = []
  let total = 2
  let atom = 0
  for (let index = 0; index < pattern.length;) {
    const char = pattern[index]!
    const repeat =
      char === '{' ? /^\{(\d{1,5})(?:,(\d{0,5}))?\}/.exec(pattern.slice(index, index + 14)) : null
    if (repeat) {
      const [text, low, high] = repeat
      const times = Math.max(Number(low), Number(high || 0), 1) + (high === '' ? 1 : 0)
      const repeated = (atom + 1) * times
      total += repeated - atom
      atom = repeated
      index += text.length
    } else if (char === '(') {
      outer.push(total)
      total = 2
      index++
    } else if (char === ')') {
      atom = total
      total += outer.pop() ?? 0
      index++
    } else {
      atom = 1
      total += '*+?'.includes(char) ? 2 : 1
      index = atomEnd(pattern, index)
    }
  }
  return outer.reduce((sum, size) => sum + size, total)
}

function atomEnd(pattern: string, start: number): number {
  if (pattern[start] === '\\') return start + 2
  if (pattern[start] !== '[') return start + 1
  let index = start + 1
  if (pattern[index] === '^') index++
  if (pattern[index] === ']') index++
  while (index < pattern.length && pattern[index] !== ']') {
    if (pattern.startsWith('[:', index)) {
      const close = pattern.indexOf(':]', index)
      index = close < 0 ? index + 1 : close + 2
    } else {
      index += pattern[index] === '\\' ? 2 : 1
    }
  }
  return index + 1
}
