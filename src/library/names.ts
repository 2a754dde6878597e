const article = /^(?:the|an?)\s+/
const digits = 10

/** Lower case, without accents. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}

/** Folded text without a leading English article. */
export function withoutArticle(folded: string): string {
  return folded.replace(article, '')
}

/** What of a text is letters and digits, parted by everything else. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/** What titles are sorted by: folded, without a leading English article, numbers padded so that 2 comes before 10. */
export function sortNameOf(name: string): string {
  return withoutArticle(folded(name)).replaceAll(/\d+/g, (number) => number.padStart(digits, '0'))
}

/** By code units: quick, and the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
