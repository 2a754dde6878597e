import type { ExpectedLength } from '../../library/expected-length.ts'
import type { FileHeader } from '../../model/file-header.ts'
import type { Version } from '../../model/version.ts'

export type HeaderQuestion = {
  readonly version: Version
  readonly expected: ExpectedLength
}

const farShorter = 1 / 8
const longestClipMs = 150_000

/** Clips in the place of a file take some minutes, parts of films longer; episodes may be far shorter than others of their series. */
export function isFarShorter(
  { durationMs }: Pick<FileHeader, 'durationMs'>,
  { version, expected }: HeaderQuestion,
): boolean {
  if (durationMs === null) return false
  const { ownMs, usualMs } = expected
  const { duration } = version.result
  const statedMs = ownMs ?? (duration === null ? null : duration * 1_000)
  if (statedMs !== null) return durationMs < statedMs * farShorter
  return usualMs !== null && durationMs < Math.min(usualMs * farShorter, longestClipMs)
}
