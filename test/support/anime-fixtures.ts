import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ListName } from '../../src/anime/catalogue.ts'

/** A hand-made file of every list in each of its forms. */
export const animeFixtures = [
  { name: 'Fribb, new form', source: 'fribb', file: 'fribb-new.json' },
  { name: 'Fribb, old form', source: 'fribb', file: 'fribb-old.json' },
  { name: 'manami', source: 'manami', file: 'manami.jsonl' },
  { name: 'Kometa', source: 'kometa', file: 'kometa.json' },
  { name: 'animeApi', source: 'animeApi', file: 'anime-api.json' },
  { name: 'Anime-Lists', source: 'animeLists', file: 'anime-lists.xml' },
  { name: 'Kitsu–IMDb', source: 'kitsuImdb', file: 'kitsu-imdb.json' },
  { name: 'AniTrakt shows', source: 'anitraktTv', file: 'anitrakt-tv.json' },
  { name: 'AniTrakt films', source: 'anitraktMovies', file: 'anitrakt-movies.json' },
] as const satisfies readonly { name: string; source: ListName; file: string }[]

export type AnimeFixtureFile = (typeof animeFixtures)[number]['file']

export function animeFixturePath(file: AnimeFixtureFile): string {
  return fileURLToPath(new URL(`../fixtures/anime/${file}`, import.meta.url))
}

export function animeFixture(file: AnimeFixtureFile): Buffer {
  return readFileSync(animeFixturePath(file))
}
