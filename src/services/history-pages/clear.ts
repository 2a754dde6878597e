import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import { announceHistory } from '../history/announce.ts'
import { readPlayId } from '../activity/cursor.ts'
import { historyOwners } from '../history/owners.ts'
import { mayRead, refuseApiKeys, requireWritable, writableProfiles } from '../users/access.ts'

export type ClearInput = {
  readonly userId: string
  /** Omitted: everything. Null is BAD_REQUEST, since it may be a mistake. */
  readonly itemKeys?: readonly string[] | null | undefined
}

/** Returns the number of entries. A user of somebody else's history may only clear single entries. */
export async function clearHistory(
  { store, events }: { readonly store: HistoryStore; readonly events: LiveEvents },
  user: User,
  { userId, itemKeys }: ClearInput,
): Promise<number> {
  if (itemKeys === null) {
    throw new AppError('BAD_REQUEST', 'itemKeys must be a list; leave it out to clear everything.')
  }
  refuseApiKeys(user)
  const target = requireWritable(user, userId)
  const isShared = target.historyOwner !== target.id
  if (isShared && itemKeys === undefined && !user.profile.isOwner) {
    throw new AppError('FORBIDDEN', refusal('HISTORY_OF_ANOTHER_USER'))
  }
  const historyId = await store.historyIdOf(user.configuration, target.historyOwner)
  const cleared = await store.clear(historyId, itemKeys ?? null)
  // Also without listed entries, because plays may have been deleted.
  announceHistory(events, user, target.historyOwner)
  return cleared
}

const mostPlays = 500

type DeletePlaysDeps = {
  readonly store: HistoryStore
  readonly plays: Pick<PlayStore, 'byIds'>
  readonly events: LiveEvents
}

/** Returns how many there were. Who may clear single entries of a history may delete its plays, whoever watched. */
export async function deletePlays(
  { store, plays, events }: DeletePlaysDeps,
  user: User,
  ids: readonly string[],
): Promise<number> {
  refuseApiKeys(user)
  if (ids.length > mostPlays) {
    throw new AppError('BAD_REQUEST', `ids must have at most ${mostPlays} plays.`)
  }
  const places = ids.map(readPlayId)
  const owners = await historyOwners(store, user, writableProfiles(user))
  const found = (await plays.byIds([...new Set(places.map(({ id }) => id))])).filter(
    // After a restore another play may have the number.
    (play) => places.some(({ id, startedAt }) => id === play.id && startedAt === play.startedAt),
  )
  const own = found.filter(({ historyId }) => owners.has(historyId))
  const ofOthers = new Set(user.profiles.filter((one) => mayRead(user, one)).map(({ id }) => id))
  if (found.some((play) => !own.includes(play) && ofOthers.has(play.profileId))) {
    throw new AppError('FORBIDDEN', refusal('HISTORY_OF_ANOTHER_USER'))
  }
  const deleted = await store.deletePlays(own.map(({ id }) => id))
  for (const historyId of new Set(own.map((play) => play.historyId))) {
    announceHistory(events, user, owners.get(historyId)!)
  }
  return deleted
}
