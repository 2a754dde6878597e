/** `s01e02v2` becomes `s` 1 `e` 2 `v` 2. */
export type Runs = {
  /** Letters before each number and after the last: one more than there are numbers. */
  readonly letters: readonly string[]
  readonly numbers: readonly number[]
  readonly widths: readonly number[]
}

const maxNumbers = 24

const isDigit = (code: number) => code >= 48 && code <= 57

export function splitRuns(text: string): Runs {
  const letters: string[] = []
  const numbers: number[] = []
  const widths: number[] = []
  let from = 0
  let at = 0
  while (at < text.length && numbers.length < maxNumbers) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    letters.push(text.slice(from, at))
    const start = at
    let value = 0
    while (at < text.length && isDigit(text.charCodeAt(at))) {
      value = value * 10 + (text.charCodeAt(at) - 48)
      at += 1
    }
    numbers.push(value)
    widths.push(at - start)
    from = at
  }
  letters.push(text.slice(from))
  return { letters, numbers, widths }
}
