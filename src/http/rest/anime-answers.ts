import { LRUCache } from 'lru-cache'
import { jsonBytes } from '../../core/json.ts'
import type { AnimeFieldsFragment } from '../documents/documents.ts'
import { compactBuffer, entryOverhead } from '../envelope.ts'
import { toAnimeData } from './anime-data.ts'

/** Caches answers of a list as bytes, since encoding text takes many times as long as copying. `maxSize` in bytes. */
export function createAnimeAnswers(maxSize: number) {
  const kept = new LRUCache<string, Buffer>({
    maxSize,
    sizeCalculation: (answer) => answer.length + entryOverhead,
  })
  return {
    get: (id: string | null): Buffer | undefined => (id === null ? nothing : kept.get(id)),
    keep(entry: AnimeFieldsFragment | null): Buffer {
      if (entry === null) return nothing
      const answer = kept.get(entry.id) ?? compactBuffer(jsonBytes({ data: toAnimeData(entry) }))
      kept.set(entry.id, answer)
      return answer
    },
  }
}

const nothing = jsonBytes({ data: null })
