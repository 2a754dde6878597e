import { expect, it } from 'vitest'
import { showId, startCatalogAddon } from '../../support/catalog-addon.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL } from '../../support/stremio.ts'

const episode = (season: number, number: number, values: object = {}) => ({
  id: `${showId}:${season}:${number}`,
  title: `Part ${season} ${'x'.repeat(number)}`,
  season,
  episode: number,
  released: new Date(Date.UTC(2018 + season, number, 1)).toISOString(),
  ...values,
})

it('A series whose first source knows one season has all of them, in the addon and for apps', async () => {
  const meta = { id: showId, type: 'series', name: 'The Show' }
  const first = await startCatalogAddon({
    name: 'Alpha',
    films: [],
    metas: { [showId]: { ...meta, videos: [episode(1, 1), episode(1, 2)] } },
  })
  const thumbnail = 'https://pictures.example/still.jpg'
  const second = await startCatalogAddon({
    name: 'Beta',
    films: [],
    metas: {
      [showId]: {
        ...meta,
        name: 'Another name',
        logo: 'https://pictures.example/logo.png',
        runtime: '42 min',
        imdbRating: '7.5',
        certification: 'TV-14',
        videos: [
          episode(1, 1, { thumbnail, overview: 'It begins.' }),
          episode(1, 2),
          episode(2, 1),
        ],
      },
    },
  })
  const service = await startService({ PICTURES: 'redirect' })
  const owner = await service.createUser({ sources: [first.source, second.source] })
  const path = `/stremio/${owner.uuid}/${owner.token}/manifest.json`
  const { addon } = await detectFromURL(service.url + path)
  const { meta: found } = await addon.get('meta', 'series', showId)
  expect(found).toMatchObject({
    name: 'The Show',
    logo: 'https://pictures.example/logo.png',
    runtime: '42 min',
    imdbRating: '7.5',
    certification: 'TV-14',
  })
  const shown = found.videos.map(({ id, overview }: { id: string; overview?: string }) => [
    id,
    overview,
  ])
  expect(shown).toEqual([
    [`${showId}:1:1`, 'It begins.'],
    [`${showId}:1:2`, undefined],
    [`${showId}:2:1`, undefined],
  ])
  const { token } = await signInApp(service.url, owner)
  const send = senderOf(service.url, token)
  const list = await send('/Items?recursive=true&includeItemTypes=Series')
  const { body } = await send(`/Shows/${list.body.Items[0].Id}/Seasons`)
  expect(body.Items.map(({ IndexNumber }: { IndexNumber: number }) => IndexNumber)).toEqual([1, 2])
})
