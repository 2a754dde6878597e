/** When the service first saw titles, whoever listed them; the same on all nodes and after a restart. */
export type TitleSights = {
  /** Of every title, by what tells it apart from all others. Those that were never seen are seen now, the first of the list as the newest. */
  of(texts: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** What is in memory; null: not asked for lately. */
  peek(text: string): number | null
  /** Forgets titles that nobody has listed for a long time, and beyond a bound those that were listed last long ago. */
  prune(now: number): Promise<void>
}
