/** No clip has as many. */
const mostSegments = 10_000
const segment = /^#EXTINF:[ \t]*(\d+(?:\.\d*)?|)/gm

/** Milliseconds of a playlist of segments that is whole; null for others. */
export function lengthOfPlaylist(text: string): number | null {
  const isWhole = text.includes('\n#EXT-X-ENDLIST') && !text.includes('\n#EXT-X-SKIP:')
  if (!isWhole) return null
  let [seconds, segments] = [0, 0]
  for (const [, duration] of text.matchAll(segment)) {
    segments += 1
    if (!duration || segments > mostSegments) return null
    seconds += Number(duration)
  }
  return segments === 0 ? null : seconds * 1_000
}
