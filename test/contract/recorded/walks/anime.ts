import type { Ending } from '../../../support/ending.ts'
import { startStage } from '../stage.ts'

const path = '/api/v1/anime'

const queries = [
  'idType=malId&idValue=21',
  'idType=anidbId&idValue=17303',
  'idType=kitsuId&idValue=46038',
  'idType=imdbId&idValue=tt2560140&season=4&episode=29',
  'idType=thetvdbId&idValue=267440&season=4&episode=29',
  'idType=thetvdbId&idValue=267440&season=&episode=',
  'idType=themoviedbId&idValue=1429',
  'idType=themoviedbId&idValue=movie:1429',
  'idType=malId&idValue=999999999',
  'idType=malId&idValue=nonsense',
  'idType=nope&idValue=1',
  'idValue=1',
  'idType=malId',
  'idType=malId&idValue=',
  'idType=malId&idValue=21&season=x',
  'idType=malId&idValue=21&episode=-1',
  'idType=malId&idValue=1&idValue=2',
]

/** Look-ups over `/api/v1/anime`, in the small sample of the lists. */
export async function walkAnime(ends: Ending): Promise<string> {
  const { recorder, service } = await startStage(ends)
  const { ask, note } = recorder
  await service.service.services.anime.useSample()

  note('One')
  const { headers } = await ask(`${path}?${queries[0]}`)
  await ask(`${path}?${queries[0]}`, { headers: { 'if-none-match': headers.get('etag')! } })
  await ask(`${path}?${queries[0]}`, { method: 'HEAD' })
  for (const query of queries.slice(1)) await ask(`${path}?${query}`)

  note('Many')
  const many = (json: unknown) => ask(path, { method: 'POST', json })
  await many({
    queries: [
      { idType: 'malId', idValue: 21 },
      { idType: 'thetvdbId', idValue: '267440', season: 4, episode: 29 },
      { idType: 'nope', idValue: 1 },
      { idType: 'malId' },
      { idType: 'malId', idValue: 1, season: -1 },
      { idType: 'malId', idValue: 999_999_999 },
      'nonsense',
      null,
    ],
  })
  await many({ queries: [] })
  await many({ queries: Array.from({ length: 101 }, () => ({ idType: 'malId', idValue: 21 })) })
  await many({ queries: 'nonsense' })
  await many({})
  await many([])
  await ask(path, { method: 'PUT' })
  return recorder.print()
}
