import { expect, it } from 'vitest'
import { range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { startService } from '../../support/service.ts'
import { statementsOf } from '../../support/statements.ts'

const names = ['alpha', 'beta', 'gamma']

it('asks the database once for the kept answers of a merged page, and reads the configuration twice', async () => {
  const addons = await Promise.all(
    names.map((name, place) =>
      startCatalogAddon({ name, films: range(place * 40, place * 40 + 39), pageSize: 40 }),
    ),
  )
  const { createUser, request } = await startService()
  const catalogs = names.map((name) => `${name}/movie/top`)
  const user = await createUser({
    sources: addons.map(({ source }) => source),
    catalogs: { merged: [{ id: 'all', name: 'All', catalogs }] },
  })
  const path = `/stremio/${user.uuid}/${user.token}`
  await request(`${path}/manifest.json`)
  const statements = await statementsOf(async () => {
    const { text } = await request(`${path}/catalog/movie/all.json`)
    expect(JSON.parse(text).metas).toHaveLength(100)
  })
  const reads = (table: string) =>
    statements.filter((sql) => sql.startsWith('select') && sql.includes(`from \`${table}\``))
  expect(reads('stored_answers')).toHaveLength(1)
  expect(reads('configurations')).toHaveLength(2)
})
