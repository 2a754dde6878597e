/** Letters and digits of the scripts used in names; any other character may stand beside a keyword. */
const wordRune = String.raw`0-9A-Za-z\x{AA}\x{B5}\x{BA}\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{1FFF}\x{2C00}-\x{2DFF}\x{3005}-\x{3007}\x{3040}-\x{D7FF}\x{F900}-\x{FDFF}\x{FE70}-\x{FEFC}\x{FF66}-\x{FFDC}`
const startsWithWord = /^[\p{L}\p{N}]/u
const endsWithWord = /[\p{L}\p{N}]$/u
const separators = /[\s._-]+/

/** Whole words in any case; a blank, dot, dash or underscore matches any run of those. */
export function keywordPattern(keyword: string): string {
  const word = keyword.trim()
  const literal = word
    .split(separators)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join(String.raw`[\s._-]+`)
  // Case folding of these classes changes nothing and costs a millisecond per keyword.
  const start = startsWithWord.test(word) ? `(?:^|[^${wordRune}])` : ''
  const end = endsWithWord.test(word) ? `(?:[^${wordRune}]|$)` : ''
  return `${start}(?i:${literal})${end}`
}
