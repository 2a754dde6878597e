/**
 * The parameters at the end of a path, as in `/catalog/movie/top/genre=Action%20%26%20Drama&skip=100.json`. They are read
 * from the path as it was sent: once it is decoded, nobody can tell a parameter's `&` from one between two of them.
 */
export function readExtra(url: string): URLSearchParams {
  const [path = ''] = url.split('?', 1)
  const last = path.replace(/\/+$/, '').split('/').at(-1)!
  return new URLSearchParams(last.replace(/\.json$/, ''))
}

const mostSkipped = 9_999_999

/** 0 where it is no whole number. */
export function skipOf(extra: URLSearchParams): number {
  const skip = extra.get('skip') ?? ''
  return /^\d+$/.test(skip) ? Math.min(Number(skip), mostSkipped) : 0
}
