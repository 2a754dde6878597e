const symbols = {
  seeders: '👤👥🌱',
  size: '💾',
  folderSize: '📦',
  age: '📅📆🗓',
  duration: '⏱⏲⌛🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛',
  bitrate: '📊',
  indexer: '⚙🔍🔎📡',
  site: '🌐🔗',
  languages: '🌍🌎🌏🗣👂',
  subtitles: '💬🔤',
  tags: '🎥📺🎞🎵🔊🎨⭐💿🎧',
  file: '📄📃🎬',
  folder: '📁📂🗂🗃',
  cached: '⚡',
  uncached: '⏳⬇📥',
  library: '☁📚',
  private: '🔑🔒🔐',
  proxied: '🕵',
  error: '❌🚫⛔',
  remark: 'ℹ⚠💡❗',
  live: '🔴',
  usenet: '📰🗞',
} as const

export type Marker = keyof typeof symbols | 'unknown'

const markers = new Map(
  Object.entries(symbols).flatMap(([marker, list]) =>
    Array.from(list, (symbol) => [symbol.codePointAt(0)!, marker as Marker] as const),
  ),
)

const firstSymbol = 0x2139
const lastSymbol = 0x2bff
const firstEmojiLead = 0xd83c
const lastEmojiLead = 0xd83e

/** Finds an arrow, dingbat or emoji; the text's length where there is none. */
export function nextSymbol(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < firstSymbol) continue
    if (code <= lastSymbol || (code >= firstEmojiLead && code <= lastEmojiLead)) return at
  }
  return text.length
}

export function markerAt(text: string, at: number): Marker {
  return markers.get(text.codePointAt(at)!) ?? 'unknown'
}

const firstRegional = 0x1f1e6
const lastRegional = 0x1f1ff

/** The flag's two letters, or null. A flag is four code units long. */
export function countryAt(text: string, at: number): string | null {
  const first = text.codePointAt(at)!
  if (first < firstRegional || first > lastRegional) return null
  const second = text.codePointAt(at + 2) ?? 0
  if (second < firstRegional || second > lastRegional) return null
  return String.fromCharCode(65 + first - firstRegional, 65 + second - firstRegional)
}
