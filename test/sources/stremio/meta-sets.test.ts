import { describe, expect, it } from 'vitest'
import { readTitle } from '../../../src/sources/stremio/meta.ts'

const film = { id: 'tt0133093', type: 'movie', name: 'The Matrix' }
const read = (own: object, type = 'movie') => readTitle({ ...film, ...own }, { type, id: null })!
const detail = (id: string) => `stremio:///detail/movie/${id}`

describe('What a source says of collections', () => {
  it.each([
    { by: 'a collection', own: { collection: { id: 'm', name: 'Matrix' } }, id: 'm' },
    { by: 'a name', own: { collection: 'Matrix' }, id: null },
    { by: 'a hint', own: { behaviorHints: { collection: { id: 'm', name: 'Matrix' } } }, id: 'm' },
    {
      by: "TMDB's answer",
      own: { belongs_to_collection: { id: 2344, name: 'Matrix' } },
      id: 'tmdb-collection:2344',
    },
    {
      by: 'a link',
      own: { links: [{ category: 'Franchise', name: 'Matrix', url: detail('tmdbc.2344') }] },
      id: 'tmdbc.2344',
    },
    {
      by: 'a link to a search',
      own: {
        links: [{ category: 'collection', name: 'Matrix', url: 'stremio:///search?search=x' }],
      },
      id: null,
    },
  ])('is read from $by', ({ own, id }) => {
    expect(read(own).sets).toMatchObject([{ id, name: 'Matrix' }])
    expect(read(own).set).toBeUndefined()
  })

  it('is read from a category that leads to its films', () => {
    const links = ['tmdb:603', 'tmdb:604'].map((id) => ({
      category: 'The Matrix Collection',
      name: `Film ${id}`,
      url: detail(id),
    }))
    const [set] = read({ links }).sets!
    expect(set!.name).toBe('The Matrix Collection')
    expect(set!.items.map(({ id }) => id)).toEqual(['tmdb:603', 'tmdb:604'])
    const similar = links.map((link) => ({ ...link, category: 'Similar' }))
    expect(read({ links: similar }).sets).toBeUndefined()
  })

  it.each([
    { own: { id: 'ctmdb.10' }, type: 'movie' },
    { own: { id: 'x', type: 'collection' }, type: 'movie' },
    { own: { id: 'x' }, type: 'collections' },
    { own: { id: 'x', collection: { items: ['tt0000001'] } }, type: 'movie' },
  ])('makes an entry a collection: $own in a catalog of $type', ({ own, type }) => {
    expect(read(own, type).set).toMatchObject({ name: 'The Matrix' })
  })

  it.each([
    { collection: { items: ['tt0000001'] } },
    { collection: { id: 'tt0133093', name: 'Itself' } },
    { collection: 7, belongs_to_collection: 'x', behaviorHints: { collection: true } },
    {
      links: [
        { category: 'Collection', name: 'Broken', url: 'stremio:///detail/movie/%E0%A4%A' },
        4,
      ],
    },
    { collection: [[], {}], behaviorHints: null, links: 'x' },
  ])('never hides a film: %j', (own) => {
    expect(read(own)).toMatchObject({ name: 'The Matrix' })
    expect(read(own).set).toBeUndefined()
  })

  it('is bounded, however much is said', () => {
    const items = Array.from({ length: 9_000 }, (_, number) => `tt${1_000_000 + number}`)
    const links = items.map((id) => ({ category: 'Collection', name: `${id} ${'n'.repeat(999)}` }))
    const { sets } = read({ collection: { name: 'Big', items }, links })
    expect(sets).toHaveLength(5)
    expect(sets![0]!.items).toHaveLength(250)
    expect(Math.max(...sets!.map(({ name }) => name.length))).toBeLessThanOrEqual(200)
  })
})
