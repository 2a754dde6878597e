const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** For comparing and searching: lower case, without accents and without letters of few languages: `Straße` is `strasse`. */
export function folded(text: string): string {
  return isAscii(text) ? lowerCased(text) : withPlainLetters(withoutAccents(text))
}

/** For ids that are made of names: they stay what they are. */
export function withoutAccents(text: string): string {
  return lowerCased(isAscii(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}+/gu, ''))
}

export function withPlainLetters(text: string): string {
  return text.replaceAll(/[ßæœøđðþłı]/g, (letter) => letters[letter]!)
}

function lowerCased(text: string): string {
  return text.toLowerCase().trim()
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}
