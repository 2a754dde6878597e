export type Limits = {
  /** The highest age that a rating may name; null: any. */
  readonly maxAge: number | null
  readonly blockUnrated: boolean
  readonly blockedGenres: readonly string[]
}
