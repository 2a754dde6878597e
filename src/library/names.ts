import { folded } from '../core/folded-text.ts'

const article = /^(?:the|an?)\s+/
const digits = 10

export function withoutArticle(folded: string): string {
  return folded.replace(article, '')
}

export function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/** What a name must have, each, to be found by a folded text: some names have no letter or digit. */
export function searchedWords(text: string): readonly string[] {
  const words = wordsOf(text)
  return words.length > 0 || text === '' ? words : [text]
}

/** Folded, without a leading English article; numbers are padded so that 2 comes before 10. */
export function sortNameOf(name: string): string {
  return sortNameOfFolded(folded(name))
}

export function sortNameOfFolded(name: string): string {
  return withoutArticle(name).replaceAll(/\d+/g, (number) => number.padStart(digits, '0'))
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
