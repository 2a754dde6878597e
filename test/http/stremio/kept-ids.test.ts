import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { range, showId, startCatalogAddon } from '../../support/catalog-addon.ts'
import { signInApp } from '../../support/media-client.ts'
import type { RunningService } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL } from '../../support/stremio.ts'

const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 6),
  genres: ['Comedy', 'Drama'],
  ends: afterAll,
})
const beta = await startCatalogAddon({ name: 'Beta', films: range(4, 9), ends: afterAll })
const gamma = await startCatalogAddon({ name: 'Gamma', films: range(20, 22), ends: afterAll })

/** Names as people change them; the source that has no id is known by its address. */
const configOf = (mark: string) => {
  const { id: _id, ...nameless } = gamma.source as { id?: string; url: string }
  return {
    name: `Home${mark}`,
    sources: [
      { ...alpha.source, name: `Alpha${mark}` },
      { ...beta.source, name: `Beta${mark}` },
      { ...nameless, name: `Gamma${mark}` },
    ],
    catalogs: {
      merged: [
        {
          id: 'shows',
          name: `Shows${mark}`,
          catalogs: ['alpha/series/shows', 'beta/series/shows'],
        },
      ],
      rules: [{ catalog: 'alpha/movie/top', name: `Best${mark}`, genres: ['Comedy'] }],
    },
    mediaServer: { users: [{ name: 'Kim', pin: '471100', personal: true }] },
  }
}

type Owner = Awaited<ReturnType<RunningService['createUser']>>
type Listed = { id: string; type: string; name: string; extra: { isRequired?: boolean }[] }

/** What a player sees through the client of the protocol, without names. */
async function idsOfAddon(address: string) {
  const { addon } = await detectFromURL(address)
  const catalogs = addon.manifest['catalogs'] as Listed[]
  const open = catalogs.filter(({ extra }) => !extra.some(({ isRequired }) => isRequired))
  const titles = await Promise.all(
    open.map(async ({ type, id }) => {
      const { metas } = await addon.get('catalog', type, id)
      return metas.map((meta: { id: string }) => meta.id) as string[]
    }),
  )
  const { meta } = await addon.get('meta', 'series', showId)
  return {
    addon: addon.manifest['id'],
    catalogs: catalogs.map(({ type, id }) => `${type} ${id}`),
    names: catalogs.map(({ name }) => name),
    titles,
    videos: meta.videos.map(({ id }: { id: string }) => id) as string[],
  }
}

/** What an app of the standard SDK sees. */
async function idsOfApp(url: string, owner: Owner) {
  const { app, userId } = await signInApp(url, owner)
  const { data: views } = await getUserViewApi(app).getUserViews({ userId })
  const { data: items } = await getLibraryApi(app).getItems({
    userId,
    recursive: true,
    includeItemTypes: ['Movie', 'Series', 'Episode'],
    sortBy: ['SortName'],
  })
  return {
    userId,
    views: views.Items!.map(({ Id }) => Id),
    items: items.Items!.map(({ Id, Name }) => `${Name} ${Id}`),
  }
}

async function idsOf({ url, graphql }: RunningService, owner: Owner) {
  const query = '{ serviceUsers { user { id name } personalUrl personalManifestUrl } }'
  const { data } = await graphql(query, { auth: owner })
  type Listed = Record<'personalUrl' | 'personalManifestUrl', string | null>
  const users = data.serviceUsers as (Listed & { user: { id: string } })[]
  const personal = users.flatMap(({ personalUrl, personalManifestUrl }) =>
    [personalUrl, personalManifestUrl].flatMap((address) => (address ? new URL(address) : [])),
  )
  const { pathname } = personal.find((address) => address.pathname.startsWith('/stremio/p/'))!
  const { names, ...addon } = await idsOfAddon(
    `${url}/stremio/${owner.uuid}/${owner.token}/manifest.json`,
  )
  const { names: _names, ...own } = await idsOfAddon(url + pathname)
  return {
    names,
    ids: {
      addon,
      own,
      app: await idsOfApp(url, owner),
      users: users.map(({ user }) => user.id),
      personal: personal.map((address) => address.pathname),
    },
  }
}

describe('After a restart with the same data folder', () => {
  let dataDir = ''
  let owner: Owner
  let before: Awaited<ReturnType<typeof idsOf>>

  beforeAll(async () => {
    const first = await startService({}, afterAll)
    dataDir = first.dataDir
    owner = await first.createUser(configOf(''))
    before = await idsOf(first, owner)
    await first.close()
  })

  it('what players and apps know are ids of many kinds', () => {
    const { addon, own, app, personal } = before.ids
    expect(before.names).toEqual(
      expect.arrayContaining(['Shows', 'Best', 'Best: Comedy', 'Top', 'Shows of Gamma']),
    )
    expect(addon.titles.flat().length).toBeGreaterThan(15)
    expect(addon.videos).toHaveLength(3)
    expect(own.catalogs).toEqual(expect.arrayContaining(addon.catalogs))
    expect(new Set(app.items).size).toBe(app.items.length)
    expect(app.views.length).toBeGreaterThan(3)
    expect(personal).toEqual([
      expect.stringMatching(/^\/media\/p\/[\w-]{32}$/),
      expect.stringMatching(/^\/stremio\/p\/[\w-]+\/manifest\.json$/),
    ])
  })

  it('all ids and personal addresses are the same, and after sources, rules and catalogs were renamed, too', async () => {
    const second = await startService({ DATA_DIR: dataDir })
    expect(await idsOf(second, owner)).toEqual(before)
    const json = { config: configOf(' again') }
    const changed = await second.request('/api/v1/user', { method: 'PUT', auth: owner, json })
    expect(changed.status).toBe(200)
    const renamed = await idsOf(second, owner)
    expect(renamed.names).toEqual(
      expect.arrayContaining(['Best again', 'Best again: Comedy', 'Shows again']),
    )
    expect(renamed.ids).toEqual(before.ids)
    await second.close()
    const third = await startService({ DATA_DIR: dataDir })
    expect(await idsOf(third, owner)).toEqual(renamed)
  })
})
