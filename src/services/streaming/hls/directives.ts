/** What a player adds to the address of a playlist. */
export type Directives = Readonly<Record<string, string>>

const maxDirective = 40

/** `_HLS_msn` and its like: which part of a live playlist a player waits for. The rest stays letter by letter: it may be signed. */
export function withDirectives(address: string, directives: Directives): string {
  const given = Object.entries(directives).filter(
    ([name, value]) =>
      /^_HLS_\w+$/.test(name) && /^[\w.-]+$/.test(value) && value.length <= maxDirective,
  )
  if (given.length === 0) return address
  const [sent = ''] = address.split('#', 1)
  const at = sent.indexOf('?')
  const [path, query] = at < 0 ? [sent, ''] : [sent.slice(0, at), sent.slice(at + 1)]
  const names = new Set(given.map(([name]) => name))
  const kept = query.split('&').filter((each) => each !== '' && !names.has(each.split('=', 1)[0]!))
  return `${path}?${[...kept, ...given.map((each) => each.join('='))].join('&')}`
}
