import { isUtf8 } from 'node:buffer'

/** Legacy encodings by language; others use Windows-1252. */
const table = `
windows-1250 pol cze slo hun slv hrv bos rum alb; windows-1251 rus ukr bul mac srp bel; windows-1253 gre;
windows-1254 tur aze; windows-1255 heb; windows-1256 ara per urd; windows-1257 lit lav est; windows-1258 vie;
windows-874 tha; shift_jis jpn; euc-kr kor; gb18030 chi`

const usualCharset = 'windows-1252'
const charsets = new Map(
  table.split(';').flatMap((entry) => {
    const [charset, ...languages] = entry.trim().split(/\s+/)
    return languages.map((language) => [language, charset!] as const)
  }),
)

/** Decodes by byte order mark, else UTF-8 if valid, else the legacy encoding of the language. Lines end with `\n`. */
export function decodeSubtitles(bytes: Buffer, language: string | null): string {
  const charset = charsetOf(bytes) ?? charsets.get(language ?? '') ?? usualCharset
  return (decoded(bytes, charset) ?? decoded(bytes, usualCharset)!).replaceAll(/\r\n?/g, '\n')
}

function charsetOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : null
}

function decoded(bytes: Buffer, charset: string): string | null {
  const fatal = !charset.startsWith('utf') && charset !== usualCharset
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes)
  } catch {
    return null
  }
}
