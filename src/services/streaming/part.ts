import type { OpenedAnswer } from '../../security/guarded-stream.ts'

/** Which bytes of a file an answer holds. */
export type Part = {
  readonly from: number
  readonly to: number
  /** Of the whole file. */
  readonly total: number
}

/** Null where the answer does not say. */
export function partOf({ status, headers }: Pick<OpenedAnswer, 'status' | 'headers'>): Part | null {
  if (status === 206) {
    const [, from, to, total] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
    return total === undefined ? null : { from: Number(from), to: Number(to), total: Number(total) }
  }
  const length = headers['content-length']
  if (status !== 200 || length === undefined || !/^\d+$/.test(length)) return null
  return { from: 0, to: Number(length) - 1, total: Number(length) }
}
