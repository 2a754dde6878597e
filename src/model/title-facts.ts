/** What is kept of a watched title, so that plays can be counted by it. */
export type TitleFacts = {
  readonly genres: readonly string[]
  readonly people: readonly string[]
  /** Regular episodes that were on air when the title was last met; null: a film, or unknown. */
  readonly episodes: number | null
}
