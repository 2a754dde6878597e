import type { Knex } from 'knex'
import type { PlayStore } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { longestSession, rewatchedTitles } from './again.ts'
import { askNames } from './filter.ts'
import { foldMarks } from './fold.ts'
import { leftSeries } from './left-series.ts'
import { readPlayPage } from './pages.ts'
import { playRows } from './rows.ts'
import { countPlays } from './statistics.ts'
import { sweepPlays } from './sweep.ts'
import { titleEntries } from './title-entries.ts'
import { learnFacts } from './title-facts.ts'
import { findTitles, namesOf } from './title-names.ts'
import { topGroups } from './top.ts'

/** Reads plays; the history writes them. */
export function createPlayStore(db: Knex): PlayStore {
  return {
    titlesNamed: (configuration, words) => findTitles(db, configuration, words),
    page: (query) => readPlayPage(db, { ...query, filter: askNames(query.filter) }),

    async earliest(readers) {
      const first = readers.map(({ historyId }) =>
        read(db, () =>
          playRows(db).where({ history_id: historyId }).orderBy('started_at').first('started_at'),
        ),
      )
      const times = (await Promise.all(first)).flatMap((row) => (row ? [row.started_at] : []))
      return times.length === 0 ? null : Math.min(...times)
    },

    count: (query) => countPlays(db, { ...query, filter: askNames(query.filter) }),
    top: (query) => topGroups(db, { ...query, filter: askNames(query.filter) }),
    rewatched: (filter, first) => rewatchedTitles(db, askNames(filter), first),
    longestSession: (filter) => longestSession(db, askNames(filter)),
    leftSeries: (configuration, historyId, before) =>
      leftSeries(db, configuration, historyId, before),
    namesOf: (configuration, titleKeys) => namesOf(db, configuration, titleKeys),
    entriesOf: (historyIds, titles) => titleEntries(db, historyIds, titles),
    learn: (configuration, space, titleKeys, facts) =>
      learnFacts(db, configuration, space === 'movie' ? 0 : 1, titleKeys, facts),
    fold: async (options) => (await foldMarks(db, options)) > 0,
    sweep: (before, signal) => sweepPlays(db, before, signal),
  }
}
