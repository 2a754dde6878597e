/** The service, relative to a page of one name: only the browser knows the path of a proxy. */
export function rootOf(url: string): '.' | '..' {
  return /^[^?]*\/(?:\?|$)/.test(url) ? '..' : '.'
}
