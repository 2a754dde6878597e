import type { Knex } from 'knex'
import type { PlayFilter } from '../../../model/play-filter.ts'
import type { PlayStore } from '../../../model/play-store.ts'
import { longestSession } from './longest-session.ts'
import { rewatchedTitles } from './rewatched-titles.ts'
import { earliestPlay } from './earliest.ts'
import { nameFavorites } from './favorites.ts'
import { askNames } from './filter.ts'
import { foldStale } from './fold.ts'
import { leftSeries } from './left-series.ts'
import { readPlayPage, readPlaysOf } from './pages.ts'
import { KeptCache } from './kept-cache.ts'
import { mostLooked } from './one-by-one.ts'
import { countPlays } from './statistics.ts'
import { mostStreams } from './kept-streams.ts'
import { sweepPlays } from './sweep.ts'
import { titleEntries } from './title-entries.ts'
import { learnFacts } from './title-facts.ts'
import { findTitles, namesOf, takeFormerNames } from './title-names.ts'
import { topGroups } from './top.ts'
import { createUnlearnedTitles } from './unlearned-titles.ts'

export function createPlayStore(db: Knex, memoryShare = 1): PlayStore {
  const cache = new KeptCache(memoryShare)
  const named = <F extends PlayFilter>(filter: F): Promise<F> => nameFavorites(db, askNames(filter))
  return {
    titlesNamed: (configuration, words) => findTitles(db, configuration, words),
    page: async (query) => readPlayPage(db, { ...query, filter: await named(query.filter) }),

    byIds: (ids) => readPlaysOf(db, ids),
    earliest: (readers) => earliestPlay(db, readers),
    count: async (query) =>
      countPlays(db, { ...query, filter: await named(query.filter) }, mostLooked, cache),
    streams: async (query) =>
      mostStreams(db, { ...query, filter: await named(query.filter) }, { left: mostLooked }, cache),
    top: async (query) =>
      topGroups(db, { ...query, filter: await named(query.filter) }, mostLooked, cache),
    rewatched: async (filter, first) => rewatchedTitles(db, await named(filter), first),
    longestSession: async (filter) => longestSession(db, await named(filter)),
    ...createUnlearnedTitles(db),
    leftSeries: (query) => leftSeries(db, query),
    takeFormerNames: () => takeFormerNames(db),
    namesOf: (configuration, titles) => namesOf(db, configuration, titles),
    entriesOf: (historyIds, titles) => titleEntries(db, historyIds, titles),
    learn: (configuration, space, titleKeys, facts) =>
      learnFacts(db, configuration, space === 'movie' ? 0 : 1, titleKeys, facts),
    fold: async (options) => (await foldStale(db, options)) > 0,
    sweep: (before, signal) => sweepPlays(db, before, signal),
  }
}
