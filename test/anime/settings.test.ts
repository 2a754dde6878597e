import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleFolder } from '../../src/anime/sample.ts'
import { findListFiles, readListAddresses } from '../../src/anime/settings.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anime-settings-'))
  return () => rm(folder, { recursive: true })
})

describe('ANIME_SOURCES', () => {
  it('unset: every list at its published address, but animeApi', () => {
    const lists = readListAddresses(null)
    expect(lists.animeApi).toEqual([])
    for (const name of ['fribb', 'manami', 'kometa', 'animeLists', 'kitsuImdb'] as const) {
      expect(lists[name]).toEqual([expect.stringMatching(/^https:\/\//)])
    }
  })

  it('takes an address, a path, a list of them, or null for off; the others stay', () => {
    const text =
      '{"fribb": ["./a.json.gz", "https://l.example/b"], "kometa": "./k", "manami": null}'
    const lists = readListAddresses(text)
    expect(lists).toMatchObject({
      fribb: ['./a.json.gz', 'https://l.example/b'],
      kometa: ['./k'],
      manami: [],
      animeLists: readListAddresses(null).animeLists,
    })
  })

  it('may be the path of a JSON file', async () => {
    const path = join(folder, 'sources.json')
    await writeFile(path, '{"animeApi": "https://l.example/api.json"}')
    expect(readListAddresses(path).animeApi).toEqual(['https://l.example/api.json'])
  })

  it.each([
    [
      '{"fribb": 5}',
      /^ANIME_SOURCES fribb: must be null, or text, or a list, for example ANIME_SOURCES=/,
    ],
    ['{"fribb": [""]}', /^ANIME_SOURCES fribb/],
    [
      '{"myList": "x"}',
      /^ANIME_SOURCES knows no list myList; the lists are .*fribb.*, for example/,
    ],
    ['{"__proto__": {"fribb": "x"}, "fribb": {}}', /^ANIME_SOURCES/],
    ['{"fribb":', /is not JSON/],
    ['/does/not/exist.json', /cannot be read/],
  ])('%s is refused in one line', (text, message) => {
    expect(() => readListAddresses(text)).toThrow(message)
    expect(() => readListAddresses(text)).not.toThrow(/\n/)
  })
})

describe('a folder of lists', () => {
  it('is known by the names of its files', () => {
    const lists = findListFiles(sampleFolder)
    expect(lists.fribb).toEqual([join(sampleFolder, 'anime-list-full.json')])
    expect(lists.manami).toEqual([join(sampleFolder, 'anime-offline-database.jsonl')])
    expect(lists.kometa).toEqual([])
  })

  it('may hold them packed, under longer names, and of several dates, where the newest counts', async () => {
    const names = [
      'fribb-anime-list-full-2022-07-11.json.gz',
      'fribb-anime-list-full.REBUILT-2026-06-30.json.gz',
      'fribb-anime-list-mini-2024-05-07.json.gz',
      'fribb-anime-offline-database-reduced-2022-07-11.json.gz',
      'manami-anime-offline-database.jsonl.schema.json.gz',
      'kometa-anime_ids.json.gz',
      'anime-list-master.xml.gz',
      'anime-list.xml.gz',
      'notes.txt',
    ]
    const own = await mkdtemp(join(folder, 'lists-'))
    for (const name of names) await writeFile(join(own, name), '')
    expect(findListFiles(own)).toEqual({
      fribb: [join(own, names[1]!), join(own, names[2]!)],
      manami: [],
      kometa: [join(own, names[5]!)],
      animeApi: [],
      animeLists: [join(own, names[6]!)],
      kitsuImdb: [],
      anitraktTv: [],
      anitraktMovies: [],
    })
  })

  it('without any list, or that is none, is refused', async () => {
    const empty = await mkdtemp(join(folder, 'empty-'))
    expect(() => findListFiles(empty)).toThrow(/contains no anime list/)
    expect(() => findListFiles(join(empty, 'missing'))).toThrow(/cannot be read/)
  })
})
