import { isUtf8 } from 'node:buffer'

/** Text of a subtitle file: by its byte order mark, else UTF-8 where it is that, else the usual code page of old files. Lines end with `\n`. */
export function decodeSubtitles(bytes: Buffer): string {
  return new TextDecoder(charsetOf(bytes)).decode(bytes).replaceAll(/\r\n?/g, '\n')
}

function charsetOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}
