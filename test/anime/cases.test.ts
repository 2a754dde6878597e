import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListName } from '../../src/anime/catalogue.ts'
import { openIndex } from '../../src/anime/index.ts'
import type { AnimeIndex } from '../../src/anime/index.ts'
import { findCandidates, findEntry } from '../../src/anime/lookup.ts'
import { mappingOf } from '../../src/anime/mapping.ts'
import { animeFiles } from '../../src/anime/refresh/files.ts'
import type { RefreshReport } from '../../src/anime/refresh/report.ts'
import type { AnimeIdType, AnimeMapping, AnimeQuery } from '../../src/model/anime.ts'
import { leaveOutData } from '../support/missing-service.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

// The published lists are too large, and some not free enough, to be kept here. Without them this suite is skipped.
const root = process.env['TEST_DATA']
if (!root)
  leaveOutData('TEST_DATA is not set: the anime look-ups on the published lists are skipped')

const files: Readonly<Record<ListName, readonly string[]>> = {
  fribb: [
    'fribb-anime-list-full.REBUILT-2026-06-30.json.gz',
    'fribb-anime-list-mini-2024-05-07.json.gz',
  ],
  manami: [],
  kometa: ['kometa-anime_ids.json.gz'],
  animeApi: [],
  animeLists: ['anime-list-master.xml.gz'],
  kitsuImdb: ['kitsu-imdb_mapping.json.gz'],
  anitraktTv: ['extended-anitrakt-tv_ex.json.gz'],
  anitraktMovies: ['extended-anitrakt-movies_ex.json.gz'],
}

type Case = {
  readonly query: AnimeQuery
  readonly expect: Readonly<Partial<Record<AnimeIdType, string | number>>> | null
  readonly why: string
}

describe.skipIf(!root)('the published lists', () => {
  const data = join(root ?? '', 'data/anime')
  let service: RunningService
  let report: RefreshReport
  let index: AnimeIndex

  beforeAll(async () => {
    const lists = Object.entries(files).map(([name, list]) => [
      name,
      list.map((file) => join(data, file)),
    ])
    const ANIME_SOURCES = JSON.stringify(Object.fromEntries(lists))
    service = await startService({ RATE_LIMIT_ANIME: 'off', ANIME_SOURCES }, afterAll)
    report = (await service.service.services.anime.refresh())!
    index = openIndex(await readFile(animeFiles(join(service.dataDir, 'anime')).index))!
  })

  /** The entry that the service answers; null for none. */
  async function ask(query: AnimeQuery): Promise<AnimeMapping | null> {
    const given = Object.entries(query).filter(([, value]) => value !== null)
    const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    const { status, body } = await service.request(`/api/v1/anime?${parameters}`)
    expect({ status, error: body.error }).toEqual({ status: 200, error: null })
    return body.data
  }

  it('are read whole: as many records as their projects published', async () => {
    const table = await readFile(join(data, 'SOURCES.md'), 'utf8')
    const published = (file: string) =>
      Number(
        table
          .split('\n')
          .find((line) => line.startsWith(`| ${file} `))
          ?.split('|')
          .at(-2),
      )
    for (const { source, records, coverage } of report.feeds) {
      console.log(`${source}: ${records} records, ${JSON.stringify(coverage)}`)
    }
    expect(
      report.feeds.map(({ records, unreadable, warning }) => [records, unreadable, warning]),
    ).toEqual(
      Object.values(files)
        .flat()
        .map((file) => [published(file), 0, null]),
    )
  })

  it('answer every look-up case, over HTTP', async () => {
    const text = await readFile(join(data, 'cases-visible.jsonl'), 'utf8')
    const cases = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
    const wrong: Case[] = []
    for (const one of cases) {
      const { expect } = one
      const entry = await ask(one.query)
      const right =
        entry === null || expect === null
          ? entry === expect
          : Object.entries(expect).every(([type, id]) => entry.mappings[type as AnimeIdType] === id)
      if (!right) wrong.push(one)
    }
    console.log(`${cases.length - wrong.length} of ${cases.length} look-up cases`)
    expect(cases.length).toBeGreaterThanOrEqual(200)
    expect(wrong).toEqual([])
  })

  it('have no entry that its own ids do not find', () => {
    const lost: AnimeQuery[] = []
    let asked = 0
    for (let entry = 0; entry < index.entries; entry += 1) {
      for (const query of ownQueries(mappingOf(index, entry))) {
        const candidates = findCandidates(index, query)
        const alone = candidates.length === 1
        if (!candidates.includes(entry) || (alone && findEntry(index, query) !== entry)) {
          lost.push(query)
        }
        asked += 1
      }
    }
    expect(lost).toEqual([])
    expect(asked).toBeGreaterThan(200_000)
  })
})

/** A bare number may be another one's film: its kind says which is meant. */
function ownQueries({ mappings, alternatives }: AnimeMapping): AnimeQuery[] {
  return Object.entries(mappings).flatMap(([type, id]): AnimeQuery[] => {
    const idType = type as AnimeIdType
    if (id === null) return []
    if (idType !== 'themoviedbId' && idType !== 'traktId' && idType !== 'imdbId') {
      return [{ idType, idValue: id, season: 1, episode: 1 }]
    }
    return alternatives[idType].map((one) => ({
      idType,
      idValue: typeof one === 'string' ? one : `${one.kind}:${one.id}`,
    }))
  })
}
