import { AppError } from '../core/errors.ts'
import type { Client, Credentials } from '../model/credentials.ts'
import type { ItemRef } from '../model/item-ref.ts'
import type { LiveEvent } from '../model/live-event.ts'
import type { Member } from '../model/member.ts'
import type { AddonService } from '../services/addon.ts'
import type { AnimeService } from '../services/anime.ts'
import type { ArchiveService } from '../services/archive/archive.ts'
import { credentialProblems } from '../services/caller.ts'
import type { HistoryService } from '../services/history/history.ts'
import type { LibraryService } from '../services/library/library.ts'
import type { PlaybackService } from '../services/playback/playback.ts'
import type { PlayingService } from '../services/playing/service.ts'
import type { RemoteControl } from '../services/playing/remote.ts'
import type { Sockets } from '../services/playing/sockets.ts'
import type { PlaylistService } from '../services/playlists/service.ts'
import type { DeviceProfiles } from '../services/profiles/device-profiles.ts'
import type { LastingAccess, LastingAccessService } from '../services/profiles/lasting-access.ts'
import type { PreferenceService } from '../services/profiles/preferences.ts'
import type { ProfileService } from '../services/profiles/service.ts'
import type { UserConfigurations } from '../services/profiles/user-configurations.ts'
import type { TrackerService } from '../services/trackers/service.ts'
import type { SearchService } from '../services/search.ts'
import type { UserService, Viewer } from '../services/user/service.ts'
import type { VersionService } from '../services/versions/versions.ts'
import { createAnimeLoader } from './anime/loaders.ts'
import { createEntryItemLoader, createWatchLoader } from './history/loaders.ts'
import { createUserLoader } from './user/loaders.ts'

export type Services = {
  readonly users: UserService
  readonly search: SearchService
  readonly addon: AddonService
  readonly anime: AnimeService
  readonly profiles: ProfileService
  readonly lastingAccess: LastingAccessService
  readonly library: LibraryService
  readonly history: HistoryService
  readonly archive: ArchiveService
  readonly trackers: TrackerService
  readonly playing: PlayingService
  readonly sockets: Sockets
  readonly remote: RemoteControl
  readonly playlists: PlaylistService
  readonly versions: VersionService
  readonly playback: PlaybackService
  readonly preferences: PreferenceService
  readonly userConfigurations: UserConfigurations
  readonly deviceProfiles: DeviceProfiles
  readonly itemIds: ItemCodec
  readonly playSessionIds: PlaySessionCodec
}

/** Ids of items as the media server's clients know them. */
export type ItemCodec = {
  encode(ref: ItemRef): string
  /** Null for everything that this service did not make. */
  decode(text: string): ItemRef | null
}

/** Ids of plays, which hold the mark of the version that was offered. */
export type PlaySessionCodec = {
  encode(version: number): string
  decode(text: string): number | null
}

export type Loaders = {
  readonly users: ReturnType<typeof createUserLoader>
  readonly anime: ReturnType<typeof createAnimeLoader>
  readonly watch: ReturnType<typeof createWatchLoader>
  readonly entryItems: ReturnType<typeof createEntryItemLoader>
}

/** The operations that have a limit of their own, whichever interface they come through. */
export type LimitedOperation = 'user' | 'search' | 'anime'

export type RequestContext = {
  readonly services: Services
  readonly loaders: Loaders
  readonly credentials: Credentials
  readonly client: Client
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
  /** Counts one operation of the client; throws RATE_LIMIT_EXCEEDED past its limit. Undefined where it is counted already. */
  take(operation: LimitedOperation): Promise<void> | undefined
  /** The verified caller, looked up once per request; throws UNAUTHORIZED. */
  viewer(): Promise<Viewer>
  /** The household and the person who asks, by access token, or by Basic credentials as the own one; throws UNAUTHORIZED. */
  member(): Promise<Member>
  /**
   * For answers that go on: hears what happens in the household for as long as the caller has a right to it, which
   * `member` follows from now on. Throws as `member` does.
   */
  follow(heard: (event: LiveEvent, member: Member) => void): Promise<LastingAccess>
  /** Forgets what was loaded: the next event of an answer that goes on tells what is true then. */
  renew(): void
}

export type ContextInput = Pick<RequestContext, 'services' | 'credentials' | 'client' | 'take'> & {
  /** Asked for at the first need only: most requests never wait for anything. */
  signal(): AbortSignal
}

/** What the resolvers of one request may use. */
export function createContext(input: ContextInput): RequestContext {
  return new Context(input)
}

/**
 * A class for the sake of its getters: those of an object literal would give each object a shape of its own,
 * which outlives the request, and with it all that the request made, until the next full garbage collection.
 */
class Context implements RequestContext {
  readonly services: Services
  readonly credentials: Credentials
  readonly client: Client
  private readonly input: ContextInput
  private madeLoaders: Loaders | undefined = undefined
  private signedIn: Promise<Viewer> | undefined = undefined
  private known: Promise<Member> | undefined = undefined
  private access: LastingAccess | undefined = undefined

  constructor(input: ContextInput) {
    this.services = input.services
    this.credentials = input.credentials
    this.client = input.client
    this.input = input
  }

  get signal(): AbortSignal {
    return this.input.signal()
  }

  get loaders(): Loaders {
    return (this.madeLoaders ??= {
      users: createUserLoader(this.services.users),
      anime: createAnimeLoader(this.services.anime),
      watch: createWatchLoader(this.services.playlists, () => this.member()),
      entryItems: createEntryItemLoader(this.services.library, () => this.member()),
    })
  }

  take(operation: LimitedOperation): Promise<void> | undefined {
    return this.input.take(operation)
  }

  viewer(): Promise<Viewer> {
    return (this.signedIn ??= signIn(this.services.users, this.credentials, this.client))
  }

  member(): Promise<Member> {
    return this.access ? this.followed(this.access) : (this.known ??= this.findMember())
  }

  async follow(heard: (event: LiveEvent, member: Member) => void): Promise<LastingAccess> {
    this.access = await this.services.lastingAccess.open(() => this.findMember(), heard)
    return this.access
  }

  renew(): void {
    this.madeLoaders = undefined
  }

  private async followed(access: LastingAccess): Promise<Member> {
    return access.member()
  }

  private async findMember(): Promise<Member> {
    const { profiles } = this.services
    if (this.credentials.kind !== 'token') return profiles.owner(await this.viewer())
    const member = await profiles.member(this.credentials.token, this.client)
    if (member) return member
    throw new AppError('UNAUTHORIZED', 'The access token is unknown or has ended; sign in again.')
  }
}

async function signIn(
  users: UserService,
  credentials: Credentials,
  client: Client,
): Promise<Viewer> {
  if (credentials.kind === 'malformed' || credentials.kind === 'both') {
    throw new AppError('BAD_REQUEST', credentialProblems[credentials.kind])
  }
  if (credentials.kind !== 'basic') throw users.credentialsMissing()
  return users.signIn(credentials, client)
}
