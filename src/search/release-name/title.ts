import type { Tokens } from './tokens.ts'

const cyrillic = /\p{Script=Cyrillic}/u
const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const latinWord = /\p{Script=Latin}{2}/u

/** Of a title in several scripts, the parts that Latin readers know it by. */
function latinPart(title: string): string {
  if (!cyrillic.test(title) && !asian.test(title)) return title
  if (!latinWord.test(title)) return title
  const parts = title.split(/\s*[/|]\s*/)
  const latin = parts.filter(
    (part) => latinWord.test(part) && !cyrillic.test(part) && !asian.test(part),
  )
  if (latin.length > 0) return latin.join(' / ')
  if (cyrillic.test(title)) return title
  const runs = title.split(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}・ー、。！？：]+/u,
  )
  const best = runs.reduce(
    (longest, run) => (run.trim().length > longest.trim().length ? run : longest),
    '',
  )
  return best.trim().length >= 4 ? best : title
}

/** `U.N.C.L.E` keeps its dots, `The.Matrix` loses them. */
function spaceOut(text: string): string {
  const words = text.split('.')
  let spaced = ''
  for (const [index, word] of words.entries()) {
    const isInitial = /^[\p{L}]$/u.test(word.slice(-1)) && /(?:^|[\s_])\p{L}$|^\p{L}$/u.test(word)
    const next = words[index + 1]
    const isAcronym =
      isInitial &&
      ((/^\p{L}$/u.test(next?.slice(0, 1) ?? '') &&
        (next!.length === 1 || /^\p{L}[\s_]/u.test(next!))) ||
        (spaced.endsWith('.') && index > 0))
    spaced +=
      word +
      (next === undefined
        ? isAcronym
          ? '.'
          : ''
        : isAcronym
          ? next.length > 1
            ? '. '
            : '.'
          : ' ')
  }
  return spaced
}

/** The title between two tokens as people write it; null where nothing is left. */
export function titleBetween({ name, list }: Tokens, first: number, behind: number): string | null {
  if (behind <= first) return null
  const stop = behind < list.length ? list[behind]!.start : name.length
  const last = list[behind - 1]!.end
  // Punctuation belongs to the word before it, brackets and separators do not.
  const mark = /^[!?.…*]+/u.exec(name.slice(last, stop))
  let text = name.slice(list[first]!.start, last + (mark ? mark[0].length : 0))
  if (/^\(/.test(name.slice(list[first]!.start - 1)) && text.includes(')')) text = `(${text}`
  text = text.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '').replaceAll('_', ' ')
  if (!text.includes(' ') || (text.match(/\./g)?.length ?? 0) > (text.match(/ /g)?.length ?? 0))
    text = spaceOut(text)
  text = latinPart(text)
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s\-–—:;,.+/|~*★]+/u, '')
    .replace(/[\s\-–—:;,+/|~([{★]+$/u, '')
  text = closeBrackets(text)
  return text === '' ? null : text
}

/** Cuts a bracket at the end: another title, a country's name, who plays in it. */
function closeBrackets(text: string): string {
  const open = text.lastIndexOf('(')
  if (open <= 0) return text
  const close = text.indexOf(')', open)
  if (close < 0) return text.slice(0, open).trimEnd()
  return text
}
