import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { getLanguageService } from 'vscode-json-languageservice'
import type { JSONSchema } from 'vscode-json-languageservice'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { userDataSchema } from '../../src/model/user-data.ts'
import { usualZones } from '../../src/core/time-zone.ts'
import { scheduleDays } from '../../src/model/access-times.ts'
import * as vocabularies from '../../src/model/vocabulary.ts'
import {
  audioChannels,
  audioTags,
  encodes,
  formatIds,
  languages,
  qualities,
  ratings,
  resolutions,
  services,
  sortKeys,
  streamTypes,
  visualTags,
} from '../../src/model/vocabulary.ts'
import { builtInFormats } from '../../src/search/formats/built-in.ts'
import { languageTable } from '../../src/search/release-name/tables/languages.ts'

const root = new URL('../../', import.meta.url)
const schema = JSON.parse(
  readFileSync(new URL('schema/user-data.schema.json', root), 'utf8'),
) as JSONSchema
const page = readFileSync(new URL('docs/configuration.md', root), 'utf8')
const [, pageExample = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []

type Property = { readonly path: string; readonly schema: JSONSchema }

/** Every property at every depth, in lists and in each branch of a choice. */
function properties(node: JSONSchema, path = ''): Property[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [{ path: at, schema: value as JSONSchema }, ...properties(value as JSONSchema, at)]
  })
  const below = [node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((part) =>
    typeof part === 'object' && !Array.isArray(part) ? properties(part, path) : [],
  )
  return [...own, ...below]
}

const all = properties(schema)

/** What an editor offers as a value, in lists too, or as a key. */
function wordsOf(node: JSONSchema): readonly unknown[] {
  const parts = [node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  const below = parts.flatMap((part) =>
    typeof part === 'object' && !Array.isArray(part) ? wordsOf(part) : [],
  )
  return [...(node.enum ?? []), ...Object.keys(node.properties ?? {}), ...below]
}

const service = getLanguageService({})
service.configure({ schemas: [{ uri: 'test://schema', fileMatch: ['*'], schema }] })

/** Where `|` stands in the text. */
function at(marked: string) {
  const offset = marked.indexOf('|')
  const document = TextDocument.create('test://user-data.json', 'json', 1, marked.replace('|', ''))
  return {
    document,
    position: document.positionAt(offset),
    parsed: service.parseJSONDocument(document),
  }
}

async function completions(marked: string): Promise<string[]> {
  const { document, position, parsed } = at(marked)
  const list = await service.doComplete(document, position, parsed)
  return (list?.items ?? []).map(({ label }) => label.replaceAll('"', ''))
}

async function explanation(marked: string): Promise<string> {
  const { document, position, parsed } = at(marked)
  return JSON.stringify((await service.doHover(document, position, parsed))?.contents ?? null)
}

describe('the schema of a configuration', () => {
  it('explains every key at every depth in words of its own', () => {
    expect(all.length).toBeGreaterThan(200)
    expect(all.filter(({ schema }) => (schema.description ?? '').length < 8)).toEqual([])
  })

  it('gives defaults and examples that it takes itself', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { path, schema } of all) {
      const given = [
        ...(schema.examples ?? []),
        ...(schema.default === undefined ? [] : [schema.default]),
      ]
      for (const value of given) {
        expect({ path, value, fits: ajv.validate(schema, value) }).toMatchObject({ fits: true })
      }
    }
  })

  it('takes the example of its page and nothing that the service refuses', () => {
    const validate = new Ajv2020({ strict: false }).compile(schema)
    const samples: object[] = [
      JSON.parse(pageExample),
      {},
      { later: 1, filters: { later: 2 } },
      {
        filters: {
          resolution: { prefer: ['2160P', 'unknown'] },
          cached: { require: [true, 'UNCACHED'] },
        },
      },
      { filters: { resolution: { prefer: ['4k'] } } },
      {
        filters: {
          quality: { exclude: ['bluray remux', 'web-dl'] },
          visualTag: { require: ['hdr10+'] },
        },
      },
      { filters: { quality: { exclude: ['BluRayREMUX'] } } },
      { filters: { visualTag: { exclude: ['HDR100'] } } },
      { filters: { audioTag: { exclude: ['dts:x', 'DD+'] }, audioChannel: { prefer: ['7.1'] } } },
      { filters: { audioChannel: { prefer: ['7x1'] } } },
      { filters: { language: { prefer: ['Klingon'] }, service: { prefer: ['mine'] } } },
      { filters: { regex: { prefer: ['a', { pattern: 'b', score: 1 }] } } },
      { filters: { size: { min: -1 } } },
      { sort: { global: [{ by: 'sizes' }] } },
      { sort: { anime: [{ by: 'age', direction: 'asc' }] } },
      { dedupe: { keys: [], mode: { p2p: 'off' } } },
      { dedupe: { mode: { p2p: 'x' } } },
      { formatter: { id: 'plain' } },
      { formatter: { name: 'a', description: 'b' } },
      { formatter: { name: 'a' } },
      { sources: [{ type: 'stremio', url: 'stremio://a.example/manifest.json' }] },
      { sources: [{ type: 'stremio', url: 'ftp://a.example' }] },
      { sources: [{ type: 'torrent', url: 'https://a.example' }] },
      {
        mediaServer: {
          owner: { pin: '1234', avatar: null },
          users: [{ name: 'Kim', pin: { set: true } }],
        },
      },
      { mediaServer: { owner: { pin: '12' } } },
      { mediaServer: { users: [{ name: 'Kim', avatar: 'http://a.example/a.png' }] } },
      { mediaServer: { timeZone: 'Europe/Kyiv', users: [{ name: 'Kim', maxRating: 'DE/12' }] } },
      { mediaServer: { users: [{ name: 'Kim', maxRating: 12 }] } },
      { trackers: [{ type: 'source', id: 'a', user: 'Kim' }] },
    ]
    for (const sample of samples) {
      const fits = userDataSchema.safeParse(sample).success
      expect({ sample, fits: validate(sample) }).toEqual({ sample, fits })
    }
  })
})

describe('vocabularies of the schema', () => {
  it('are all that the model has', () => {
    const offered = [schema, ...all.map((property) => property.schema)].map(wordsOf)
    const model = { ...vocabularies, scheduleDays, usualZones: usualZones() }
    const missing = Object.entries(model)
      .filter(([, words]) => !offered.some((some) => words.every((word) => some.includes(word))))
      .map(([name]) => name)
    // These stand in results alone.
    expect(missing).toEqual(['releaseFlags'])
  })

  it('have no word that the service refuses', () => {
    const users = [
      ...ratings.map((maxRating) => ({ name: 'Kim', maxRating })),
      ...usualZones().map((timeZone) => ({ name: 'Kim', timeZone })),
    ]
    const refused = users.filter(
      (user) => !userDataSchema.safeParse({ mediaServer: { users: [user] } }).success,
    )
    expect(refused).toEqual([])
  })

  it('are those that the search knows', () => {
    expect([...builtInFormats.keys()]).toEqual(formatIds)
    const named = languageTable.rows.map(({ value }) => value)
    expect(named.filter((name) => !(languages as readonly string[]).includes(name))).toEqual([])
  })
})

describe('an editor', () => {
  it('offers every value of every vocabulary', async () => {
    const lists: Record<string, readonly string[]> = {
      resolution: resolutions,
      quality: qualities,
      encode: encodes,
      visualTag: visualTags,
      audioTag: audioTags,
      audioChannel: audioChannels,
      streamType: streamTypes,
      language: languages,
      subtitle: languages,
      service: services,
      cached: ['cached', 'uncached'],
    }
    for (const [attribute, values] of Object.entries(lists)) {
      for (const list of ['include', 'require', 'exclude', 'prefer']) {
        const offered = await completions(`{"filters": {"${attribute}": {"${list}": [|]}}}`)
        expect({ attribute, list, offered }).toEqual({
          attribute,
          list,
          offered: expect.arrayContaining([...values, 'Unknown']),
        })
      }
    }
  })

  it.each([
    ['{"sort": {"global": [{"by": |}]}}', sortKeys],
    ['{"sort": {"cached": [{"direction": |}]}}', ['asc', 'desc']],
    ['{"dedupe": {"keys": [|]}}', ['infoHash', 'filename', 'smart']],
    ['{"dedupe": {"prefer": [|]}}', sortKeys],
    ['{"dedupe": {"mode": {"usenet": |}}}', ['single', 'perService', 'perSource', 'off']],
    ['{"filters": {"title": {"mode": |}}}', ['off', 'exact', 'contains']],
    ['{"formatter": {"id": |}}', formatIds],
    ['{"sources": [{"type": |}]}', ['stremio']],
    ['{"sources": [{"resources": [|]}]}', ['stream', 'catalog', 'meta', 'subtitles']],
    ['{"sources": [{"mediaTypes": [|]}]}', ['movie', 'series', 'anime']],
    ['{"trackers": [{"type": |}]}', ['source', 'trakt', 'simkl', 'anilist', 'myanimelist']],
    ['{"statistics": |}', ['true', 'false']],
    ['{"mediaServer": {"users": [{"maxRating": |}]}}', ratings],
    ['{"mediaServer": {"users": [{"timeZone": |}]}}', ['Europe/Berlin', 'UTC']],
    ['{"mediaServer": {"timeZone": |}}', ['Asia/Tokyo', 'UTC']],
  ])('offers what belongs at %s', async (marked, values) => {
    expect(await completions(marked)).toEqual(expect.arrayContaining([...values]))
  })

  it('offers the keys of every part', async () => {
    expect(await completions('{|}')).toEqual(
      expect.arrayContaining([
        'sources',
        'filters',
        'sort',
        'dedupe',
        'limits',
        'formatter',
        'mediaServer',
      ]),
    )
    expect(await completions('{"mediaServer": {"users": [{|}]}}')).toEqual(
      expect.arrayContaining(['name', 'avatar', 'hidden', 'pin', 'password', 'historyOf']),
    )
    expect(await completions('{"filters": {"regex": {"prefer": [{|}]}}}')).toEqual(
      expect.arrayContaining(['pattern', 'score', 'name']),
    )
  })

  it.each([
    ['{"dedupe": {"ke|ys": []}}', /by what results are equal/],
    ['{"filters": {"language": {"pre|fer": []}}}', /language, the best first/],
    ['{"mediaServer": {"users": [{"history|Of": "owner"}]}}', /whose history is shared/],
    ['{"limits": {"releaseGr|oup": 2}}', /most results of one release group/],
  ])('explains the key of %s', async (marked, words) => {
    expect(await explanation(marked)).toMatch(words)
  })
})
