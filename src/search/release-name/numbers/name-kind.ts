export type NameKind = {
  readonly isFansub: boolean
  readonly hasYear: boolean
  readonly isFile: boolean
}
