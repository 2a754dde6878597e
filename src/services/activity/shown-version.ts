import { hash } from 'node:crypto'
import type { StoredPlay } from '../../model/play-store.ts'

type VersionFacts = Pick<
  StoredPlay,
  'versionMark' | 'versionName' | 'resolution' | 'source' | 'service'
>

export type ShownVersion = Omit<VersionFacts, 'versionMark'> & { readonly id: string }

/** Null: nothing is known of the version. Plays of files may know all but its mark. */
export function shownVersion(facts: VersionFacts): ShownVersion | null {
  const { versionMark, versionName, resolution, source, service } = facts
  const known = [versionName, resolution, source, service]
  if (versionMark === null && known.every((fact) => fact === null)) return null
  const id =
    versionMark?.toString(16).padStart(8, '0') ?? hash('sha256', JSON.stringify(known)).slice(0, 8)
  return { id, versionName, resolution, source, service }
}
