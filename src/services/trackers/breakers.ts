import { nativeTrackerNames, nativeTrackers } from '../../model/tracker-names.ts'
import type { Providers } from '../../model/tracker.ts'
import { worstFirst } from '../../model/breaker.ts'
import type { Breaker } from '../../model/breaker.ts'
import type { Household } from '../../model/household.ts'
import { isFailing } from '../../model/tracker-link.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import { findSource, isProviderOn } from './source-trackers.ts'
import type { SourceTrackers } from './source-trackers.ts'

type Deps = {
  readonly store: Pick<TrackerStore, 'links' | 'waitingCounts'>
  readonly providers: Providers
  readonly sourceTrackers: Pick<SourceTrackers, 'supportOf'>
}

/** A source that answers nothing must not hold up the answer about the others. */
const nameMs = 2_000

/** By the name of each tracker that a user of the household uses; of several connections, the worst one. */
export async function breakersOf(
  deps: Deps,
  household: Household,
): Promise<ReadonlyMap<string, Breaker>> {
  const links = (await deps.store.links(household.configuration)).filter(
    ({ state }) => state !== 'pending',
  )
  const waiting = await deps.store.waitingCounts(links.map(({ id }) => id))
  const named = await Promise.all(
    links.map(async (link) => {
      const name = await nameOf(deps, household, link)
      return name === null ? [] : { name, breaker: breakerOf(link, waiting.has(link.id)) }
    }),
  )
  const byName = Map.groupBy(named.flat(), ({ name }) => name)
  return new Map(
    [...byName].map(([name, found]) => [
      name,
      found.map(({ breaker }) => breaker).toSorted(worstFirst)[0]!,
    ]),
  )
}

function breakerOf(link: TrackerLink, waits: boolean): Breaker {
  const { turnedAt: since } = link
  if (!isFailing(link)) return { state: 'closed', since, until: null }
  if (link.state === 'reconnect') return { state: 'open', since, until: null }
  const until = waits ? link.nextPushAt : link.nextPullAt
  return until > Date.now()
    ? { state: 'open', since, until }
    : { state: 'half-open', since, until: null }
}

/** As the figures name it; null where the tracker is switched off. */
async function nameOf(
  { providers, sourceTrackers }: Deps,
  household: Household,
  { tracker, profileId }: TrackerLink,
): Promise<string | null> {
  const provider = nativeTrackerNames.find((one) => one === tracker)
  if (provider) {
    return providers[provider] && isProviderOn(household, provider)
      ? nativeTrackers[provider].title
      : null
  }
  const profile = household.profiles.find(({ id }) => id === profileId)
  const found = profile ? findSource(household, profile, tracker) : null
  if (!found?.isOn) return null
  const { source } = found
  const known = await sourceTrackers
    .supportOf(source, AbortSignal.timeout(nameMs))
    .catch(() => null)
  // Any source may be a tracker until its manifest is read.
  if (known && !known.support) return null
  return known?.name ?? source.name ?? URL.parse(source.url)?.host ?? source.id
}
