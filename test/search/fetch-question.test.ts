import { describe, expect, it, vi } from 'vitest'
import type { IdTranslator } from '../../src/model/id-translator.ts'
import { parseMediaId } from '../../src/model/media-id.ts'
import type { ManifestResource } from '../../src/model/source-manifest.ts'
import { chooseQuestion, type QuestionRequest } from '../../src/search/question.ts'
import { translateOnce } from '../../src/search/translate-once.ts'
import { manifest, source } from '../support/sources.ts'

const offer = (types: string[] | null, idPrefixes: string[] | null): ManifestResource => ({
  name: 'stream',
  types,
  idPrefixes,
})

function choose({
  offers = [offer(['movie', 'series'], ['tt'])],
  type = 'series',
  id = 'tt0903747:5:14',
  resources = null as string[] | null,
  mediaTypes = null as string[] | null,
  known = [] as string[],
  resource = 'stream',
}) {
  const translate = vi.fn<QuestionRequest['translate']>(() =>
    Promise.resolve(known.map(parseMediaId)),
  )
  const question = chooseQuestion({
    source: source({ resources, mediaTypes }),
    manifest: manifest({ resources: offers }),
    resource,
    type,
    id: parseMediaId(id),
    translate,
  })
  return { question, translate }
}

describe('what a source is asked', () => {
  it.each([
    { rule: 'a declared type and prefix', asked: { type: 'series', id: 'tt0903747:5:14' } },
    {
      rule: 'no declared prefixes: any id',
      offers: [offer(['series'], null)],
      id: 'custom|x:1',
      asked: { type: 'series', id: 'custom|x:1' },
    },
    {
      rule: 'no declared types: any type',
      offers: [offer(null, ['tt'])],
      type: 'other',
      asked: { type: 'other', id: 'tt0903747:5:14' },
    },
    {
      rule: 'one of several entries of the resource',
      offers: [offer(['movie'], ['tt']), offer(['anime'], ['kitsu']), offer(['series'], ['tt'])],
      asked: { type: 'series', id: 'tt0903747:5:14' },
    },
    {
      rule: 'an anime id under the type series',
      offers: [offer(['anime'], ['kitsu:'])],
      id: 'kitsu:1376:5',
      asked: { type: 'anime', id: 'kitsu:1376:5' },
    },
    {
      rule: 'the type anime as a series where there is an episode',
      offers: [offer(['series'], ['kitsu:'])],
      type: 'anime',
      id: 'kitsu:1376:5',
      asked: { type: 'series', id: 'kitsu:1376:5' },
    },
    {
      rule: 'the type anime as a film where there is none',
      offers: [offer(['movie'], ['kitsu:'])],
      type: 'anime',
      id: 'kitsu:1376',
      asked: { type: 'movie', id: 'kitsu:1376' },
    },
    {
      rule: 'the id in its usual spelling',
      id: 'TT0903747:05:014',
      asked: { type: 'series', id: 'tt0903747:5:14' },
    },
    {
      rule: 'a wanted resource',
      resources: ['stream'],
      asked: { type: 'series', id: 'tt0903747:5:14' },
    },
    {
      rule: 'a wanted type',
      mediaTypes: ['series'],
      asked: { type: 'series', id: 'tt0903747:5:14' },
    },
  ])('$rule', async ({ rule: _rule, asked, ...values }) => {
    const { question, translate } = choose(values)
    expect(await question).toEqual(asked)
    expect(translate).not.toHaveBeenCalled()
  })

  it.each([
    {
      rule: 'a translation into the declared space',
      id: 'kitsu:1376:5',
      known: ['tt0388629:1:5'],
      wanted: ['imdb'],
      asked: { type: 'series', id: 'tt0388629:1:5' },
    },
    {
      rule: 'the first declared space that is known',
      offers: [offer(['series'], ['tmdb:', 'tt', 'other'])],
      id: 'kitsu:1376:5',
      known: ['tt1:1:5', 'tmdb:9:1:5'],
      wanted: ['tmdb', 'imdb'],
      asked: { type: 'series', id: 'tmdb:9:1:5' },
    },
    {
      rule: 'a translation of an anime id under the type anime',
      offers: [offer(['anime'], ['tt'])],
      id: 'kitsu:1376:5',
      known: ['tt1:1:5'],
      wanted: ['imdb'],
      asked: { type: 'anime', id: 'tt1:1:5' },
    },
    {
      rule: 'a translation of the type anime',
      type: 'anime',
      id: 'mal:20:5',
      known: ['tt1:1:5'],
      wanted: ['imdb'],
      asked: { type: 'series', id: 'tt1:1:5' },
    },
  ])('$rule', async ({ rule: _rule, asked, wanted, ...values }) => {
    const { question, translate } = choose(values)
    expect(await question).toEqual(asked)
    expect(translate.mock.calls).toEqual([[wanted]])
  })

  it.each([
    { values: { resources: ['catalog'] }, skip: 'is not set up for stream requests' },
    { values: { resources: [] }, skip: 'is not set up for stream requests' },
    { values: { resource: 'subtitles' }, skip: 'offers no subtitles resource' },
    { values: { offers: [] }, skip: 'offers no stream resource' },
    { values: { mediaTypes: ['movie'] }, skip: 'is not set up for the type series' },
    { values: { type: 'tv' }, skip: 'does not offer the type tv' },
    { values: { id: 'kitsu:1376:5' }, skip: 'knows only ids that begin with tt' },
    { values: { id: 'opaque' }, skip: 'knows only ids that begin with tt' },
    {
      values: { id: 'kitsu:1376:5', known: ['tmdb:5:1:1'] },
      skip: 'knows only ids that begin with tt',
    },
  ])('nothing, because it $skip', async ({ values, skip }) => {
    expect(await choose(values).question).toEqual({ skip })
  })
})

describe('translating for all sources of a search', () => {
  it('asks each translator once for the same wish, until one knows the title', async () => {
    const answers = [[], [parseMediaId('tt1')], [parseMediaId('tt2')]]
    const translators = answers.map((answer) => ({
      translate: vi.fn<IdTranslator['translate']>(() => Promise.resolve(answer)),
    }))
    const translate = translateOnce(translators, parseMediaId('kitsu:1'), 'movie')
    const both = await Promise.all([translate(['imdb']), translate(['imdb'])])
    expect(both.map(([first]) => first?.raw)).toEqual(['tt1', 'tt1'])
    expect(translators.map((each) => each.translate.mock.calls.length)).toEqual([1, 1, 0])
  })
})
