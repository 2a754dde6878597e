import type { Stream } from '../../src/model/search-result.ts'
import type { DedupeSettings, FilterSettings } from '../../src/model/user-data.ts'
import { createDedupe } from '../../src/search/steps/dedupe.ts'
import { stream } from '../support/streams.ts'
import { finished } from '../support/work.ts'

export const gigabyte = 2 ** 30
export const [hash, otherHash] = ['a'.repeat(40), 'b'.repeat(40)]

/** A release whose name says everything. */
export const release = {
  filename: 'Film.2020.1080p.WEB-DL.x264-GRP.mkv',
  size: 2 * gigabyte,
  parsedFile: {
    title: 'Film',
    year: 2020,
    resolution: '1080p',
    quality: 'WEB-DL',
    encode: 'AVC',
    releaseGroup: 'GRP',
  },
} as const

export function torrent(overrides: Parameters<typeof stream>[0] = {}): Stream {
  return stream({ type: 'p2p', infoHash: hash, ...overrides })
}

export function debrid(overrides: Parameters<typeof stream>[0] = {}): Stream {
  return stream({
    type: 'debrid',
    infoHash: hash,
    url: `https://d.example/${Math.random()}`,
    cached: true,
    ...overrides,
  })
}

export function dedupe(
  streams: readonly Stream[],
  settings?: DedupeSettings,
  filters?: FilterSettings,
) {
  return finished(createDedupe(settings, filters)(streams))
}

/** Which of the streams remain, by their place. */
export function kept(streams: readonly Stream[], settings?: DedupeSettings): number[] {
  const { dropped } = dedupe(streams, settings)
  const gone = new Set(dropped.map((drop) => drop.stream))
  return streams.flatMap((one, index) => (gone.has(one) ? [] : [index]))
}
