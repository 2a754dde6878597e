import { expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'
import { serveAddon } from '../../support/stremio.ts'

const film = (number: number, certification: string) => ({
  id: `tt100000${number}`,
  type: 'movie',
  name: `Film ${number}`,
  releaseInfo: '2001',
  certification,
})
const listed = [film(1, 'G'), film(2, 'G'), film(3, 'R')]
const sets = [undefined, { id: 'ctmdb.77', name: 'The Trilogy' }, { id: 'dark', name: 'Dark' }]
const details = [
  listed[0]!,
  { ...listed[1]!, collection: { ...sets[1], items: [{ ...listed[0]!, id: 'tt1000001' }] } },
  { ...listed[2]!, collection: { ...sets[2], items: [{ ...listed[0]!, id: 'tt1000001' }] } },
]

async function start() {
  const { url } = await serveAddon(
    {
      id: 'test.sets',
      version: '1.0.0',
      name: 'Sets',
      description: 'collections that only titles name',
      types: ['movie'],
      resources: ['catalog', 'meta'],
      idPrefixes: ['tt'],
      catalogs: [{ type: 'movie', id: 'top', name: 'Top', extra: [] }],
    },
    {
      catalog: () => ({ metas: listed }),
      meta: ({ id }) => ({ meta: details.find((one) => one.id === id) ?? null }),
    },
  )
  const first = await startService({})
  const owner = await first.createUser({
    sources: [sourceAt(url, 'Sets')],
    mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', maxRating: 'PG' }] },
  })
  return { first, owner }
}

async function appOf({ url }: RunningService, auth: Auth, device: string) {
  const { token } = await signInApp(url, auth, device)
  return senderOf(url, token)
}

const list = async (send: Awaited<ReturnType<typeof appOf>>, type: string) =>
  (await send(`/Items?recursive=true&includeItemTypes=${type}&sortBy=SortName`)).body.Items as {
    Id: string
    Name: string
  }[]
const namesOf = async (send: Awaited<ReturnType<typeof appOf>>) =>
  (await list(send, 'BoxSet')).map(({ Name }) => Name)

it('A collection that only an opened title names is there after a restart, for those who may see that title', async () => {
  const { first, owner } = await start()
  const { dataDir } = first
  const olga = await appOf(first, owner, 'phone')
  const films = await list(olga, 'Movie')
  expect(await namesOf(olga)).toEqual([])
  for (const { Id } of films.slice(1)) await olga(`/Items/${Id}`)
  expect(await namesOf(olga)).toEqual(['Dark', 'The Trilogy'])
  const trilogy = (await list(olga, 'BoxSet'))[1]!
  await first.close()

  const second = await startService({ DATA_DIR: dataDir })
  const again = await appOf(second, owner, 'tv')
  const { status, body } = await again(`/Items?parentId=${trilogy.Id}&sortBy=SortName`)
  expect(status).toBe(200)
  expect(body.Items.map(({ Name }: { Name: string }) => Name)).toEqual(['Film 1', 'Film 2'])
  expect(await namesOf(again)).toEqual(['Dark', 'The Trilogy'])
  const kim = await appOf(second, { ...owner, uuid: `${owner.uuid}/Kim` }, 'tablet')
  await expect.poll(() => namesOf(kim)).toEqual(['The Trilogy'])
})
