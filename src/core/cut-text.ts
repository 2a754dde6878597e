/** A copy: V8 keeps a longer text alive for each part that was cut from it. */
export function detached(text: string): string {
  return Buffer.from(text).toString()
}

export function cutText(text: string, max: number): string {
  return text.length > max ? detached(text.slice(0, max)) : text
}

export function trimmed(text: string): string {
  const bare = text.trim()
  return bare.length < text.length ? detached(bare) : bare
}
