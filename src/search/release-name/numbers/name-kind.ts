/** What the rest of a name says about how its bare numbers are to be read. */
export type NameKind = {
  /** It begins with a fansub group in brackets. */
  readonly isFansub: boolean
  readonly hasYear: boolean
  /** It ends with the ending of a file. */
  readonly isFile: boolean
}
