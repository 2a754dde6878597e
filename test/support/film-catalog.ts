import type { Catalog } from '../../src/services/library/titles/catalogs.ts'
import { source } from './sources.ts'

/** A catalog of films with pages. */
export const filmCatalog: Catalog = {
  key: 's1/movie/top',
  plainName: 'Top',
  name: 'Top',
  source: source(),
  type: 'movie',
  id: 'top',
  collectionType: 'movies',
  canSkip: true,
  canSearch: false,
  genre: null,
}

/** One that lists nothing without a genre. */
export const catalogByGenre: Catalog = {
  ...filmCatalog,
  genre: { name: 'genre', isRequired: true, options: [], optionsLimit: 1 },
}
