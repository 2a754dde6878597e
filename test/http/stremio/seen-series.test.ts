import { expect, it, onTestFinished } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { serveAddon } from '../../support/stremio.ts'

const past = '2020-01-01T20:00:00.000Z'

/** A series that one source lists and knows by this id alone, in a household that has seen these numbers of season 1. */
async function openShow(id: string, seen: readonly number[], videos: readonly object[]) {
  const show = { id, imdb_id: 'tt0944947', type: 'series', name: 'The Show' }
  const manifest = {
    id: 'test.shows',
    version: '1.0.0',
    name: 'Shows',
    description: 'one series',
    types: ['series'],
    resources: ['catalog', 'meta'],
    idPrefixes: [id.slice(0, 2)],
    catalogs: [{ type: 'series', id: 'shows', name: 'Shows' }],
  }
  const { url } = await serveAddon(
    manifest,
    {
      catalog: () => ({ metas: [show] }),
      meta: (asked) => ({ meta: asked.id === id ? { ...show, videos } : null }),
    },
    onTestFinished,
  )
  const { request, createUser, graphql } = await startService()
  const auth = await createUser({
    sources: [sourceAt(url, 'Shows')],
    catalogs: { watchedMark: '✓' },
    mediaServer: { owner: { name: 'Olga' } },
  })
  const file = JSON.stringify(
    seen.map((number) => ({
      watched_at: past,
      type: 'episode',
      episode: { season: 1, number },
      show: { title: 'The Show', ids: { imdb: 'tt0944947' } },
    })),
  )
  const read = 'mutation ($file: String!) { importHistory(file: $file) { plays } }'
  const { data } = await graphql(read, { auth, variables: { file } })
  expect(data).toEqual({ importHistory: { plays: seen.length } })

  const ask = async (path: string) =>
    // oxlint-disable-next-line typescript/no-explicit-any -- any answer of the protocol
    (await request(`/stremio/${auth.uuid}/${auth.token}/u/Olga/${path}.json`)).body as any
  const { catalogs } = await ask('manifest')
  const shows = catalogs.find(({ id: own }: { id: string }) => !own.startsWith('user.'))
  return {
    names: async () => {
      // The catalog does not wait long for what nobody has read.
      const { name } = (await ask(`meta/series/${id}`)).meta
      return [(await ask(`catalog/series/${shows.id}`)).metas[0].name, name]
    },
  }
}

const episode = (id: string, season: number, number: number, released: string | null = past) => ({
  id: `${id}:${season}:${number}`,
  title: `Part ${season}.${number}`,
  season,
  episode: number,
  ...(released && { released }),
})

it('A series is marked where its source knows it by its own id alone, in its catalog too', async () => {
  const id = 'tmdb:1399'
  const { names } = await openShow(id, [1, 2], [episode(id, 1, 1), episode(id, 1, 2)])
  expect(await names()).toEqual(['✓ The Show', '✓ The Show'])
})

it('A series is not marked while an aired episode is left', async () => {
  const id = 'tmdb:1399'
  const { names } = await openShow(id, [1], [episode(id, 1, 1), episode(id, 1, 2)])
  expect(await names()).toEqual(['The Show', 'The Show'])
})

it('A series is marked although an episode is announced whose date nobody knows', async () => {
  const id = 'tt0944947'
  const { names } = await openShow(id, [1], [episode(id, 1, 1), episode(id, 2, 1, null)])
  expect(await names()).toEqual(['✓ The Show', '✓ The Show'])
})
