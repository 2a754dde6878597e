const hex = /^[0-9a-f]{40}$/i
const base32 = /^[a-z2-7]{32}$/i
const maxUrl = 4_000
const maxTrackers = 50

const delimited = /(?<![0-9a-z])[0-9a-f]{40}(?![0-9a-z])/gi
const named = /[?&#](?:info_?hash|btih|hash)=([0-9a-f]{40})(?![0-9a-z])/i

/** 40 lower-case hex digits from hex or base32; null for anything else. */
export function normalizeInfoHash(text: string): string | null {
  if (hex.test(text)) return text.toLowerCase()
  return base32.test(text) ? hexOfBase32(text) : null
}

/** In the path, or under a name that says so. API keys look alike and come first, so the last match in the path counts. */
export function infoHashInUrl(url: string): string | null {
  const text = url.slice(0, maxUrl)
  const query = text.indexOf('?')
  const path = query < 0 ? text : text.slice(0, query)
  const last = path.match(delimited)?.at(-1) ?? named.exec(text)?.[1]
  return last?.toLowerCase() ?? null
}

export type Magnet = { readonly infoHash: string | null; readonly sources: readonly string[] }

export function readMagnet(url: string): Magnet | null {
  if (!/^magnet:\?/i.test(url)) return null
  const parameters = new URLSearchParams(url.slice('magnet:?'.length, maxUrl))
  const topic = parameters.getAll('xt').find((value) => /^urn:btih:/i.test(value))
  const trackers = parameters.getAll('tr').slice(0, maxTrackers)
  return {
    infoHash: topic ? normalizeInfoHash(topic.slice('urn:btih:'.length)) : null,
    sources: trackers.map((tracker) => `tracker:${tracker}`),
  }
}

function hexOfBase32(text: string): string {
  const digits = Array.from(text.toLowerCase(), (character) =>
    'abcdefghijklmnopqrstuvwxyz234567'.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  return digits.replaceAll(/.{4}/g, (nibble) => Number.parseInt(nibble, 2).toString(16))
}
