import { afterAll, describe, expect, it } from 'vitest'
import type { Configuration, SourceEntry } from '../../src/web/data/configuration.ts'
import { withSourceIds } from '../../src/web/pages/account/transfer.ts'
import { sourceAt } from '../support/addon.ts'
import { startCatalogAddon } from '../support/catalog-addon.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'

const service = await startService({}, afterAll)
const addons = await Promise.all(
  ['Alpha', 'Beta', 'Gamma'].map((name) => startCatalogAddon({ name, films: [1], ends: afterAll })),
)
const [alpha, beta, gamma] = addons.map(({ source }) => sourceAt(source.url, source.name)) as [
  SourceEntry,
  SourceEntry,
  SourceEntry,
]

/** What pages read, and which sources have hidden catalogs. */
async function read(auth: Auth) {
  const { data } = await service.graphql(
    `{
      me(raw: true) { userData sourceIds }
      catalogPreview { catalogs { isHidden sourceCatalogs { source { name } } } }
    }`,
    { auth },
  )
  const { me, catalogPreview } = data as {
    me: { userData: Configuration; sourceIds: string[] }
    catalogPreview: {
      catalogs: { isHidden: boolean; sourceCatalogs: { source: { name: string } }[] }[]
    }
  }
  const hidden = catalogPreview.catalogs.flatMap(({ isHidden, sourceCatalogs }) =>
    isHidden ? sourceCatalogs.map(({ source }) => source.name) : [],
  )
  return { exported: withSourceIds(me.userData, me.sourceIds), ids: me.sourceIds, hidden }
}

async function replace(auth: Auth, config: object) {
  const { errors } = await service.graphql(
    'mutation ($config: UserData!) { updateUser(config: $config) { uuid } }',
    { auth, variables: { config } },
  )
  expect(errors).toBeUndefined()
}

describe('An exported configuration', () => {
  it('hides the same catalogs elsewhere, where its sources have moved', async () => {
    const owner = await service.createUser({ sources: [alpha, beta] })
    const catalogs = { hidden: ['#1/movie/top'] }
    await replace(owner, { sources: [beta, { ...gamma, id: 'mine' }, alpha], catalogs })
    const here = await read(owner)
    expect(here).toMatchObject({ ids: ['#2', 'mine', '#1'], hidden: ['Alpha'] })
    const elsewhere = await read(await service.createUser(here.exported))
    expect(elsewhere).toEqual(here)
    await replace(owner, here.exported)
    expect(await read(owner)).toEqual(here)
  })

  it('hides them also over a configuration that numbers the same sources otherwise', async () => {
    const catalogs = { hidden: ['#1/movie/top'] }
    const here = await read(await service.createUser({ sources: [alpha, beta], catalogs }))
    expect(here.hidden).toEqual(['Alpha'])
    const other = await service.createUser({ sources: [beta, alpha] })
    await replace(other, here.exported)
    expect((await read(other)).hidden).toEqual(['Alpha'])
  })

  it('holds no numbers where sources stand at theirs and nothing names them', async () => {
    const owner = await service.createUser({ sources: [alpha, beta] })
    const { exported } = await read(owner)
    expect(exported.sources?.map(({ id }) => id)).toEqual([undefined, undefined])
    expect(withSourceIds({ name: 'None' }, [])).toEqual({ name: 'None' })
  })
})
