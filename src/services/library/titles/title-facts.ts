import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/entries.ts'
import { aliasesOf } from '../../../history/keys.ts'
import type { Identity } from '../../../library/identity.ts'
import { spaceOfType } from '../../../library/kind.ts'
import type { Details } from '../../../library/title.ts'
import type { Household } from '../../../model/household.ts'
import type { LiveEvents } from '../../../model/live-event.ts'
import type { PlayedTitle } from '../../../model/play-filter.ts'
import type { PlayStore } from '../../../model/play-store.ts'
import type { SourceMeta } from '../../../model/source-meta.ts'
import type { TitleFacts } from '../../../model/title-facts.ts'

type Met = Details & {
  readonly configuration: number
  readonly space: PlayedTitle['space']
  readonly key: string
}

const maxRemembered = 20_000
/** Titles that were opened and may be watched now; each is looked for when anything is watched. */
const maxWaiting = 200
const maxGenres = 20
const maxPeople = 30
const maxName = 100

/** Answers whether somebody in the household has watched the title. */
export function createFactsWriter(plays: Pick<PlayStore, 'learn'>) {
  return (met: Met): Promise<boolean> => {
    const keys = [met.key, ...aliasesOf(met.key, met.meta.ids)]
    return plays.learn(met.configuration, met.space, keys, factsOf(met))
  }
}

/**
 * Keeps the genres and people of watched titles, in the background: plays are counted by them when no source can be asked.
 * A title is met before it is watched for the first time, so it waits for that. A database failure only leaves it for the
 * next time.
 */
export function createFactsKeeper(
  plays: Pick<PlayStore, 'learn'>,
  events: Pick<LiveEvents, 'subscribeOwn'>,
) {
  // Not held by this: a title may come with thousands of episodes.
  const kept = new LRUCache<string, WeakRef<SourceMeta>>(atMost(maxRemembered))
  const waiting = new LRUCache<string, Met>({ max: maxWaiting })
  const write = createFactsWriter(plays)

  function learn(name: string, met: Met): void {
    void write(met).then(
      (isWatched) => {
        if (isWatched) kept.set(name, new WeakRef(met.meta))
        if (isWatched) waiting.delete(name)
        else waiting.set(name, met)
      },
      () => {},
    )
  }

  events.subscribeOwn(({ kind, configuration }) => {
    if (kind !== 'watched') return
    for (const [name, met] of waiting.entries()) {
      if (met.configuration === configuration) learn(name, met)
    }
  })

  return (
    { configuration }: Household,
    { key, text }: Identity,
    type: string,
    { meta, seasons }: Details,
  ): void => {
    const name = `${configuration} ${text}`
    if (kept.get(name)?.deref() === meta) return
    learn(name, { configuration, space: spaceOfType(type), key, meta, seasons })
  }
}

function factsOf({ space, meta, seasons }: Met): TitleFacts {
  const regular = seasons.filter(({ number }) => number !== 0)
  const aired = regular.flatMap(({ episodes }) => episodes.filter((one) => one.aired))
  const people = meta.people.map(({ name }) => name)
  return {
    genres: namesOf(meta.genres, maxGenres),
    people: namesOf(people, maxPeople),
    episodes: space === 'series' && aired.length > 0 ? aired.length : null,
  }
}

function namesOf(names: readonly string[], most: number): readonly string[] {
  const short = names.filter((name) => name !== '' && name.length <= maxName)
  return [...new Set(short)].slice(0, most)
}
