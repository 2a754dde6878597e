/** `noise` and `group` end a title like the others but say nothing about the file. */
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
 * `sure`: anywhere but at the start; `likely`, `faint`: near technical tags, the latter with more care about titles;
 * `listed`: only beside another language.
 */
export type Grade = 'sure' | 'likely' | 'faint' | 'listed'

export type Tag = {
  readonly kind: TagKind
  readonly value: string
  readonly grade: Grade
  readonly also: Tag | null
}

/** Phrases separated by commas. Capitals match exactly, small letters any case; a space is any one separator or none. */
export type TagRow = { readonly value: string } & Partial<Record<Grade, string>>

export type TagTable = { readonly kind: TagKind; readonly rows: readonly TagRow[] }

export function withAlso(tag: Tag, further: Tag): Tag {
  return { ...tag, also: tag.also === null ? further : withAlso(tag.also, further) }
}

export function sureTag(kind: TagKind, value: string): Tag {
  return { kind, value, grade: 'sure', also: null }
}
