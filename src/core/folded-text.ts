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

/** Lower case, without accents, and what is typed in the place of letters that keyboards of others lack: `Straße` is `strasse`. */
export function folded(text: string): string {
  return withPlainLetters(
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase(),
  ).trim()
}

export function withPlainLetters(text: string): string {
  return text.replaceAll(/[ßæœøđðþłı]/g, (letter) => letters[letter]!)
}
