import type { FieldRow, FieldTable } from '../../model/field-table.ts'
import type { ParsedFile } from '../../model/parsed-file.ts'
import { resultFields } from '../../model/result-fields.ts'
import type { Stream } from '../../model/search-result.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import type { DedupeSettings } from '../../model/user-data.ts'
import { fillGaps, union } from './fill-parsed.ts'

export type MergeKey = NonNullable<DedupeSettings['merge']>[number]

const maxList = 100

type Rule = (own: never, other: never, winner: Stream, duplicate: Stream) => unknown

const rules = {
  first: (own: unknown, other: unknown) => own ?? other,
  most: larger,
  join: joined,
  joinTracks: joinedTracks,
  joinSameTorrent: (own: readonly string[], other: readonly string[], winner, duplicate) =>
    duplicate.infoHash === winner.infoHash ? joined(own, other) : own,
  fillGaps: (own: ParsedFile, other: ParsedFile) => (other === own ? own : fillGaps(own, other)),
} satisfies Record<NonNullable<FieldRow['merge']>, Rule>

type Merged = { readonly name: keyof Stream; readonly key: string; readonly rule: Rule }

const keyOf = (name: string): string => (name === 'folderSize' ? 'size' : name)

const table: FieldTable = resultFields
const merged: readonly Merged[] = Object.entries(table).flatMap(([name, { merge }]) =>
  merge === undefined ? [] : [{ name: name as keyof Stream, key: keyOf(name), rule: rules[merge] }],
)

/** Trackers and peers come from the same torrent only. An unchanged list, or winner, keeps its identity. */
export function mergeInto(
  winner: Stream,
  others: readonly Stream[],
  keys: ReadonlySet<MergeKey>,
): Stream {
  let changes: Record<string, unknown> | null = null
  for (const { name, key, rule } of merged) {
    if (!keys.has(key as MergeKey)) continue
    const own = winner[name]
    let value: unknown = own
    for (const other of others) value = rule(value as never, other[name] as never, winner, other)
    if (value !== own) (changes ??= {})[name] = value
  }
  return changes === null ? winner : { ...winner, ...(changes as Partial<Stream>) }
}

function joined(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = union(first, second)
  return all.length > maxList ? all.slice(0, maxList) : all
}

function joinedTracks(
  first: readonly SubtitleTrack[],
  second: readonly SubtitleTrack[],
): readonly SubtitleTrack[] {
  const added = second.filter(({ url }) => !first.some((track) => track.url === url))
  return added.length === 0 ? first : [...first, ...added].slice(0, maxList)
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.max(a, b)
}
