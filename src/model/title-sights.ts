/** When the service first saw titles: the same on all nodes and after a restart. */
export type TitleSights = {
  /** Titles never seen before are recorded now, the first of the list as the newest. */
  of(texts: readonly string[]): Promise<ReadonlyMap<string, number>>
  peek(text: string): number | null
  /** Forgets titles not listed for a long time, and the oldest beyond a bound. */
  prune(now: number, signal?: AbortSignal): Promise<void>
}
