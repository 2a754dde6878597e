export const Gap = {
  space: 1,
  dot: 2,
  hyphen: 4,
  underscore: 8,
  open: 16,
  close: 32,
  plus: 64,
  comma: 128,
  slash: 256,
  tilde: 512,
  ampersand: 1024,
  colon: 2048,
  hash: 4096,
  other: 8192,
} as const

const ascii: readonly (readonly [string, number])[] = [
  [' \t\r\n', Gap.space],
  ['.', Gap.dot],
  ['-', Gap.hyphen],
  ['_', Gap.underscore],
  ['([{', Gap.open],
  [')]}', Gap.close],
  ['+', Gap.plus],
  [',', Gap.comma],
  ['/\\|', Gap.slash],
  ['~', Gap.tilde],
  ['&', Gap.ampersand],
  [':', Gap.colon],
  ['#', Gap.hash],
]

const wide: readonly (readonly [string, number])[] = [
  ['\u3000\u00a0', Gap.space],
  ['。', Gap.dot],
  ['‐‑‒–—―', Gap.hyphen],
  ['【「『（［｛《〈〔', Gap.open],
  ['】」』）］｝》〉〕', Gap.close],
  ['＋', Gap.plus],
  ['，、', Gap.comma],
  ['／｜', Gap.slash],
  ['～〜', Gap.tilde],
  ['＆', Gap.ampersand],
  ['：', Gap.colon],
  ['№＃', Gap.hash],
]

const symbolBlocks: readonly (readonly [number, number])[] = [
  [0x2000, 0x206f],
  [0x2190, 0x2bff],
  [0x3008, 0x302f],
  [0xd83c, 0xd83f],
  [0xdc00, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xff0f],
]

const asciiGaps = Int32Array.from({ length: 128 }, (_, code) =>
  /[\w$'`]/.test(String.fromCharCode(code)) ? 0 : Gap.other,
)
const wideGaps = new Map<number, number>()
for (const [characters, gap] of ascii) {
  for (const character of characters) asciiGaps[character.charCodeAt(0)] = gap
}
for (const [characters, gap] of wide) {
  for (const character of characters) wideGaps.set(character.charCodeAt(0), gap)
}

/** 0 for characters of words. */
export function gapOf(code: number): number {
  if (code < 128) return asciiGaps[code]!
  const known = wideGaps.get(code)
  if (known !== undefined || code < 0x2000) return known ?? 0
  const isSymbol = symbolBlocks.some(([first, last]) => code >= first && code <= last)
  return isSymbol && !isApostrophe(code) ? Gap.other : 0
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57
export const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122
export const isApostrophe = (code: number): boolean => code === 39 || code === 96 || code === 0x2019
