import { AppError } from '../core/errors.ts'

/** Does not repeat the requested path. */
export function unknownPath(): AppError {
  return new AppError(
    'NOT_FOUND',
    'There is nothing at this path. The service answers at / (a page), /api/v1 (described by /api/v1/openapi.json), /graphql, /rest, /docs, /stremio/<uuid>/<encryptedPassword>/manifest.json, and to media-server apps at its address without a path.',
  )
}

/** `allowed` is the value of `Allow`; null if nothing is at the path. */
export function refusalOfPath(allowed: string | null): AppError {
  if (allowed === null) return unknownPath()
  return new AppError('METHOD_NOT_ALLOWED', `This path takes ${allowed}.`, {
    headers: { allow: allowed },
  })
}
