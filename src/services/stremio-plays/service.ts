import { AppError } from '../../core/errors.ts'
import { workInChunks } from '../../core/scheduler.ts'
import type { Scheduler, Work } from '../../core/scheduler.ts'
import { within } from '../../core/within.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import type { Client } from '../../model/credentials.ts'
import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { SearchResult, Stream } from '../../model/search-result.ts'
import type { Version } from '../../model/version.ts'
import type { UserCaller } from '../caller.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { namesTitle } from '../library/asked-item.ts'
import type { LibraryService } from '../library/service.ts'
import { recordsPlays } from '../search.ts'
import type { SearchResponse } from '../search.ts'
import type { Playable } from '../streaming/playable.ts'
import type { AccessTimeService } from '../users/access-times.ts'
import { accessWhileSending } from '../users/lasting-access.ts'
import type { LastingAccess, LastingAccessService } from '../users/lasting-access.ts'
import { userIn } from '../users/households.ts'
import type { UserService } from '../users/service.ts'
import { identityOf } from '../versions/identity.ts'
import type { ProxiedPlayOptions } from './proxied-plays.ts'
import { createProxiedPlays } from './proxied-plays.ts'
import { createPlayLinks } from './play-link.ts'
import type { PlayLink } from './play-link.ts'
import { createPlayRecorder } from './recorder.ts'
import type { PlayRecorderOptions } from './recorder.ts'
import { createWatch } from './watch.ts'
import type { PlayWatch } from './watch.ts'
import type { Sealer } from '../../security/seal.ts'

export type StremioPlayOptions = PlayRecorderOptions &
  Pick<ProxiedPlayOptions, 'onFailure'> & {
    readonly configurations: Pick<ConfigurationService, 'byRowId'>
    readonly users: Pick<UserService, 'anyHouseholdOf'>
    readonly lastingAccess: LastingAccessService
    readonly library: Pick<LibraryService, 'maySee' | 'asked' | 'bareAsked'>
    readonly itemIds: Pick<ItemIds, 'encode'>
    readonly times: Pick<AccessTimeService, 'require'>
    readonly sealer: Sealer
    readonly scheduler: Scheduler
    /** Derives 32 bits that a source cannot choose. */
    readonly markOf: (identity: string) => number
  }

export type OpenedPlay = {
  readonly playable: Playable
  readonly profileId: string
  readonly credentialVersion: number
  /** Null: nothing is recorded any more. */
  readonly watch: PlayWatch | null
  /** Access of a user who may have hours, until they are over; the caller closes it. Null for the first user. */
  readonly access: LastingAccess | null
}

export type StremioPlays = ReturnType<typeof createStremioPlays>

/** How long a player waits for what sources say of a title; what is recorded waits for it longer. */
const playerWaitsMs = 2_000
const recordWaitsMs = 15_000

/** Streams of the addon that open through the service, so that plays are recorded. */
export function createStremioPlays(options: StremioPlayOptions) {
  const links = createPlayLinks(options.sealer)
  const recorder = createPlayRecorder(options)
  const proxied = createProxiedPlays({ ...options, recorder })

  return {
    /** For each result what its address holds, null where it stays as it is; null: the configuration records no plays. */
    async links(
      caller: UserCaller,
      { recorded, results }: Pick<SearchResponse, 'recorded' | 'results'>,
    ): Promise<readonly (string | null)[] | null> {
      if (recorded === null || !namesTitle(recorded)) return null
      const { configuration, type, id } = recorded
      const stored = await options.configurations.byRowId(configuration, caller.client)
      if (!stored) return null
      const { profile } = await caller.findUser()
      const { credentialVersion } = stored
      const shared = { configuration, credentialVersion, profileId: profile.id, type, id }
      const work = sealAll(results, ({ sourceId, ...result }) => {
        const link = fileOf(result)
        if (link === null) return null
        const mark = options.markOf(identityOf(result))
        const name = (result.name ?? result.addon).split('\n').filter(Boolean).join(' · ')
        return links.seal({ ...shared, link, mark, name, sourceId, result })
      })
      return options.scheduler.run(work, { signal: caller.signal })
    },

    /** Throws NOT_FOUND for what is no such link, or none any more, and for what its user may not watch; OutsideAccessTimes. */
    async open(text: string, client: Client): Promise<OpenedPlay> {
      const link = links.open(text)
      const user = link && (await userOf(options, link, client))
      if (user) await options.times.require(user)
      if (!link || !user || !(await options.library.maySee(user, link))) throw ended()
      const asked = { type: link.type, id: link.id }
      const bare = await options.library.bareAsked(user, { ...asked, name: nameOf(link) })
      const found = options.library
        .asked(user, asked, { signal: AbortSignal.timeout(recordWaitsMs) })
        .catch(() => null)
        .then((item) => item ?? bare)
      const first = await within(playerWaitsMs, found, () => new Error('late')).catch(() => bare)
      if (!first) throw ended()
      const playable = { household: user, item: first, version: versionOf(options, first, link) }
      const watch = recordsPlays(user.userData)
        ? createWatch({ ...options, recorder, proxied }, { user, found, link: playable.version })
        : null
      const access = await accessOf(options, link, client, user)
      const { credentialVersion } = link
      return { playable, watch, access, credentialVersion, profileId: user.profile.id }
    },

    async stop(): Promise<void> {
      proxied.stop()
      await recorder.stop()
    },
  }
}

function* sealAll(
  results: readonly Stream[],
  seal: (result: Stream) => string | null,
): Work<readonly (string | null)[]> {
  const sealed: (string | null)[] = []
  yield* workInChunks(results, (chunk) => {
    for (const result of chunk) sealed.push(seal(result))
  })
  return sealed
}

/** Null for torrents, for files that players fetch by themselves, and for pages. */
function fileOf({ type, url }: SearchResult): string | null {
  if (type === 'youtube' || type === 'external' || type === 'error') return null
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}

/** Null once the configuration or its user is gone, or its password is another one. */
async function userOf(
  { configurations, users }: Pick<StremioPlayOptions, 'configurations' | 'users'>,
  { configuration, credentialVersion, profileId }: PlayLink,
  client: Client,
): Promise<User | null> {
  const stored = await configurations.byRowId(configuration, client)
  if (stored?.credentialVersion !== credentialVersion) return null
  const household = users.anyHouseholdOf(stored)
  const profile = household.profiles.find(({ id }) => id === profileId)
  return profile ? userIn(household, profile, { via: 'basic', device: null }) : null
}

async function accessOf(
  options: Pick<StremioPlayOptions, 'configurations' | 'users' | 'times' | 'lastingAccess'>,
  link: PlayLink,
  client: Client,
  reader: User,
): Promise<LastingAccess | null> {
  const ask = async (): Promise<User> => {
    const user = await userOf(options, link, client)
    if (!user) throw new AppError('UNAUTHORIZED', 'The link has ended.')
    await options.times.require(user)
    return user
  }
  return accessWhileSending(reader, () => options.lastingAccess.open(ask, () => {}))
}

function versionOf(
  { itemIds }: Pick<StremioPlayOptions, 'itemIds'>,
  item: LibraryItem,
  { mark, link, name, sourceId, result }: PlayLink,
): Version {
  const ref = { ...item.ref, kind: 'version', version: mark } as const
  return { ref, id: itemIds.encode(ref), result, sourceId, link, name, description: '' }
}

function nameOf({ result: { parsedFile, filename }, id }: PlayLink): string {
  return parsedFile.title ?? filename ?? id
}

function ended(): AppError {
  return new AppError('NOT_FOUND', 'This link has expired or is invalid; open the title again.')
}
