import { AppError } from '../../core/errors.ts'

export function etagOf(revision: number): string {
  return `"${revision}"`
}

/** Throws CONFLICT unless `If-Match` is absent, `*` or this revision; weak (compressing proxies) or unquoted is fine. */
export function requireMatch(ifMatch: string | null, revision: number): void {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags.some((tag) => tag === etagOf(revision) || tag === String(revision))) return
  throw new AppError(
    'CONFLICT',
    'The configuration was changed in the meantime: read it again, repeat your change and send its new ETag',
  )
}
