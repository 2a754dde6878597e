const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Han}/u, 'Chinese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/[іїєґ]/iu, 'Ukrainian'],
  [/\p{Script=Cyrillic}/u, 'Russian'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Greek}/u, 'Greek'],
  [/\p{Script=Tamil}/u, 'Tamil'],
  [/\p{Script=Telugu}/u, 'Telugu'],
  [/\p{Script=Malayalam}/u, 'Malayalam'],
  [/\p{Script=Kannada}/u, 'Kannada'],
  [/\p{Script=Bengali}/u, 'Bengali'],
  [/\p{Script=Devanagari}/u, 'Hindi'],
  [/\p{Script=Georgian}/u, 'Georgian'],
  [/\p{Script=Armenian}/u, 'Armenian'],
]

export function languageOfScript(name: string): string | null {
  return scripts.find(([letters]) => letters.test(name))?.[1] ?? null
}
