import { LRUCache } from 'lru-cache'
import { detached } from '../../core/cut-text.ts'
import type { ParsedFile } from '../../model/parsed-file.ts'
import { parseReleaseName } from './parse-release-name.ts'

/** Longer names are not remembered, to bound the memory of each entry. */
const maxNameLength = 1_000

const fileBytes = 400

/** Of all that is remembered, for each list and each text that names share. */
const bytesPerShared = 1_500

function createPool(most: number): {
  list: <T>(values: readonly T[]) => readonly T[]
  text: (value: string | null) => string | null
} {
  const lists = new Map<string, readonly unknown[]>()
  const texts = new Map<string, string>()
  return {
    list<T>(values: readonly T[]): readonly T[] {
      const key = values.join()
      const known = lists.get(key)
      if (known) return known as readonly T[]
      if (lists.size >= most) lists.clear()
      const shared = Object.freeze([...values])
      lists.set(key, shared)
      return shared
    },
    text(value) {
      if (value === null) return null
      const known = texts.get(value)
      if (known !== undefined) return known
      if (texts.size >= most) texts.clear()
      texts.set(value, value)
      return value
    },
  }
}

/** Null where the copy differs, as of half a pair of surrogates. */
function copied(name: string): string | null {
  const copy = detached(name)
  return copy === name ? copy : null
}

/** Remembers recently used names within `maxBytes`. Results are frozen and shared between equal names. */
export function createReleaseNameMemo(maxBytes: number): (name: string) => ParsedFile {
  const known = new LRUCache<string, ParsedFile>({
    maxSize: maxBytes,
    sizeCalculation: (_file, name) => name.length + fileBytes,
  })
  const pool = createPool(maxBytes / bytesPerShared)

  function share(file: ParsedFile): ParsedFile {
    return Object.freeze({
      ...file,
      title: pool.text(file.title),
      releaseGroup: pool.text(file.releaseGroup),
      seasons: pool.list(file.seasons),
      episodes: pool.list(file.episodes),
      visualTags: pool.list(file.visualTags),
      audioTags: pool.list(file.audioTags),
      audioChannels: pool.list(file.audioChannels),
      languages: pool.list(file.languages),
      subtitles: pool.list(file.subtitles),
      flags: pool.list(file.flags),
    })
  }

  return (name) => {
    const remembered = known.get(name)
    if (remembered) return remembered
    const file = share(parseReleaseName(name))
    const key = name.length > maxNameLength ? null : copied(name)
    if (key !== null) known.set(key, file)
    return file
  }
}
