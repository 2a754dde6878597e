import type { Stream } from '../../model/search-result.ts'

/** One part of a compiled filter. Neither function throws. */
export type Rule = {
  /** Why the stream goes, in few distinct words, since they are counted; null where it stays. */
  reject(stream: Stream): string | null
  /** Whether the rule's include list rescues the stream from all rules; absent where there is no such list. */
  rescue?(stream: Stream): boolean
}
