/** What a tag says. `noise` and `group` end a title like the others but say nothing of the file. */
export type TagKind =
  | 'resolution'
  | 'quality'
  | 'encode'
  | 'visual'
  | 'audio'
  | 'channels'
  | 'language'
  | 'subtitle'
  | 'flag'
  | 'edition'
  | 'network'
  | 'container'
  | 'noise'

/**
 * How far a phrase may be believed: `sure` anywhere but at the start; `likely` beside other tags or
 * after the first technical one, since it is a word of titles too; `faint` the same, with more
 * care about titles; `listed` only beside another language.
 */
export type Grade = 'sure' | 'likely' | 'faint' | 'listed'

export type Tag = {
  readonly kind: TagKind
  readonly value: string
  readonly grade: Grade
  /** A further meaning of the same phrase. */
  readonly also: Tag | null
}

/**
 * One value of a table with its phrases, separated by commas. A phrase with a capital matches only
 * as it is written, one without in any case; a space stands for any single separator or none.
 */
export type TagRow = { readonly value: string } & Partial<Record<Grade, string>>

export type TagTable = { readonly kind: TagKind; readonly rows: readonly TagRow[] }

/** Adds the meanings of `further` behind those of `tag`. */
export function withAlso(tag: Tag, further: Tag): Tag {
  return { ...tag, also: tag.also === null ? further : withAlso(tag.also, further) }
}

export function sureTag(kind: TagKind, value: string): Tag {
  return { kind, value, grade: 'sure', also: null }
}
