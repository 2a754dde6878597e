const longest = 300

/** Null for no text. Files may hold anything, line breaks and broken characters included. */
export function textOf(content: Buffer | null): string | null {
  if (content === null) return null
  const end = content.indexOf(0)
  const written = content.subarray(0, end < 0 ? longest * 4 : Math.min(end, longest * 4))
  const text = written
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
    .trim()
  return text.slice(0, longest) || null
}
