import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { lintManifest } from '../../support/stremio.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const { request, createUser } = await startService({}, afterAll)
const words = (count: number, letters: number, first = '') =>
  Array.from({ length: count }, (_, place) => `${first}${place}`.padEnd(letters, 'x'))
const catalogsOf = (count: number, nameLetters: number, genre: readonly string[]) =>
  Array.from({ length: count }, (_, place) => ({
    type: 'movie',
    id: `list-${place}`,
    name: `List ${place} `.padEnd(nameLetters, 'ü'),
    extra: [{ name: 'skip' }, { name: 'genre', options: genre }],
  }))

type Manifest = {
  types: string[]
  resources: (string | { name: string; idPrefixes?: string[] })[]
  catalogs: { name: string; extra: { name: string; options?: string[] }[] }[]
}

/** The manifest of a configuration with sources that say this. */
async function manifestFrom(said: (place: number) => object, sources: number) {
  const upstreams = await Promise.all(
    Array.from({ length: sources }, (_, place) => {
      const manifest = { id: 'x', name: 'X', version: '1.0.0', resources: ['stream'] }
      return startUpstream(json({ ...manifest, ...said(place) }))
    }),
  )
  const user = await createUser({
    sources: upstreams.map(({ url }) => sourceAt(`${url}/manifest.json`)),
  })
  const { status, text, body } = await request(`/stremio/${user.uuid}/${user.token}/manifest.json`)
  expect(status).toBe(200)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000)
  expect(lintManifest(body)).toMatchObject({ valid: true, errors: [] })
  return body as unknown as Manifest
}

describe('A manifest of at most 1 MB', () => {
  it('has all catalogs with fewer genres where those would be too many', async () => {
    const { catalogs } = await manifestFrom(
      () => ({ catalogs: catalogsOf(150, 10, words(200, 18)) }),
      2,
    )
    expect(catalogs).toHaveLength(300)
    expect(catalogs[299]!.extra[0]!.options).toHaveLength(100)
  })

  it('is for any id where the sources name too many', async () => {
    const said = (place: number) => ({
      idPrefixes: words(200, 1_500, `prefix ${place} `),
      types: ['movie', ...words(199, 1_500, `type ${place} `)],
    })
    const { resources, types } = await manifestFrom(said, 4)
    expect(resources.map((one) => Object.keys(one))).toEqual([['name', 'types']])
    expect(types.slice(0, 2)).toEqual(['movie', 'series'])
  })

  it('has the first catalogs where even their names would be too long', async () => {
    const { catalogs } = await manifestFrom(() => ({ catalogs: catalogsOf(150, 1_900, []) }), 2)
    expect(catalogs.length).toBeGreaterThan(200)
    expect(catalogs.length).toBeLessThan(300)
    expect(catalogs[0]!.name.slice(0, 7)).toBe('List 0 ')
  })
})
