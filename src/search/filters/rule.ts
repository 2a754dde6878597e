import type { Rejection } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'

export type Rule = {
  /** Few distinct reasons, because they are counted; null where it stays. */
  reject(stream: Stream): Rejection | null
  /** Whether an include list saves the stream from all rules; absent where there is none. */
  rescue?(stream: Stream): boolean
}
