import { LRUCache } from 'lru-cache'
import type { ParsedFile } from '../../model/parsed-file.ts'
import { parseReleaseName } from './parse-release-name.ts'

/** Longer names are read anew each time, so that what is remembered stays small. */
const maxNameLength = 1_000

/** What a name costs beside its characters, roughly: mostly what was read of it. */
const fileBytes = 400

/** Lists and texts kept for sharing; past it the pool starts anew. */
const maxPool = 20_000

/** Hands out one copy of equal values, so that names of one title share it and most lists are the same few. */
function createPool(): {
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
      if (lists.size >= maxPool) lists.clear()
      const shared = Object.freeze([...values])
      lists.set(key, shared)
      return shared
    },
    text(value) {
      if (value === null) return null
      const known = texts.get(value)
      if (known !== undefined) return known
      if (texts.size >= maxPool) texts.clear()
      texts.set(value, value)
      return value
    },
  }
}

/** A copy that does not keep alive the larger text a name was cut from; null where there is none. */
function detached(name: string): string | null {
  const copy = Buffer.from(name).toString()
  return copy === name ? copy : null
}

/**
 * A reader of release names that remembers those used last, within `maxBytes`. What it hands out is
 * frozen and shared between equal names.
 */
export function createReleaseNameMemo(maxBytes: number): (name: string) => ParsedFile {
  const known = new LRUCache<string, ParsedFile>({
    maxSize: maxBytes,
    sizeCalculation: (_file, name) => name.length + fileBytes,
  })
  const pool = createPool()

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
    const key = name.length > maxNameLength ? null : detached(name)
    if (key !== null) known.set(key, file)
    return file
  }
}
