import { AppError } from '../core/errors.ts'
import type { AccessScope } from '../model/access-token.ts'
import type { Client, Credentials } from '../model/credentials.ts'
import type { Instance } from '../model/instance.ts'
import type { ItemIds } from '../model/item-ids.ts'
import type { LimitedOperation } from '../model/limited-operation.ts'
import type { LiveEvent } from '../model/live-event.ts'
import type { SourceClient } from '../model/source-client.ts'
import type { User } from '../model/household.ts'
import { accessTokenPrefix } from '../services/access-tokens/service.ts'
import type { AccessTokenService } from '../services/access-tokens/service.ts'
import type { ActivityService } from '../services/activity/service.ts'
import type { CatalogService } from '../services/catalogs/service.ts'
import type { AnimeService } from '../services/anime.ts'
import type { HistoryFiles } from '../services/history-files/service.ts'
import type { HistoryPages } from '../services/history-pages/service.ts'
import { credentialProblems } from '../services/caller.ts'
import type { Nodes } from '../services/nodes.ts'
import type { MarkService } from '../services/history/marks.ts'
import type { HistoryService } from '../services/history/service.ts'
import type { UpdateState } from '../services/history/update-state.ts'
import type { BrowseService } from '../services/library/browse.ts'
import type { ItemAccess, OpenItems } from '../services/library/item-access.ts'
import type { LibraryService } from '../services/library/service.ts'
import type { DescribeMedia } from '../services/streaming/describe-media.ts'
import type { StreamingService } from '../services/streaming/service.ts'
import type { SessionService } from '../services/sessions/service.ts'
import type { SetCapabilities } from '../services/sessions/capabilities.ts'
import type { RemoteControl } from '../services/sessions/remote-control.ts'
import type { Sockets } from '../services/sessions/sockets.ts'
import type { PlaylistService } from '../services/playlists/service.ts'
import type { DeviceProfiles } from '../services/users/device-profiles.ts'
import type { LastingAccess, LastingAccessService } from '../services/users/lasting-access.ts'
import type { PreferenceService } from '../services/users/preference-service.ts'
import type { UserService } from '../services/users/service.ts'
import type { HealthService } from '../services/health/service.ts'
import type { UserConfigurations } from '../services/users/user-configurations.ts'
import type { TrackerService } from '../services/trackers/service.ts'
import type { SourcePreviews } from '../services/sources/source-preview.ts'
import type { SearchService } from '../services/search.ts'
import type { BrowserSessions } from '../services/browser-sessions/service.ts'
import type { Account } from '../services/configurations/accounts.ts'
import type { ConfigurationService } from '../services/configurations/service.ts'
import type { SegmentService } from '../services/segments/service.ts'
import type { VersionService } from '../services/versions/service.ts'
import { createPlayItemLoader, createTitleItemLoader } from './activity/loaders.ts'
import { createAnimeLoader } from './anime/loaders.ts'
import {
  createEntryItemLoader,
  createSessionItemLoader,
  createWatchLoader,
} from './history/loaders.ts'
import { createPersonalPathLoader, createPreferencesLoader } from './household/loaders.ts'
import { createUserLoader } from './user/loaders.ts'
import { createMediaLoader } from './versions/loaders.ts'

export type Services = {
  readonly instance: Instance
  readonly sourcePreviews: SourcePreviews
  readonly browserSessions: BrowserSessions
  readonly configurations: ConfigurationService
  readonly search: SearchService
  readonly accessTokens: AccessTokenService
  /** Shares identical requests to a source until the signal aborts. */
  readonly askSourcesOnce: (signal: AbortSignal) => SourceClient
  readonly activity: ActivityService
  readonly addon: CatalogService
  readonly anime: AnimeService
  readonly users: UserService
  readonly lastingAccess: LastingAccessService
  readonly library: LibraryService
  readonly browse: BrowseService
  readonly items: ItemAccess
  readonly openItems: OpenItems
  readonly nodes: Nodes
  readonly history: HistoryService
  readonly marks: MarkService
  readonly updateState: UpdateState
  readonly historyFiles: HistoryFiles
  readonly historyPages: HistoryPages
  readonly trackers: TrackerService
  readonly health: HealthService
  readonly sessions: SessionService
  readonly setCapabilities: SetCapabilities
  readonly sockets: Sockets
  readonly remote: RemoteControl
  readonly playlists: PlaylistService
  readonly versions: VersionService
  readonly segments: SegmentService
  readonly streaming: StreamingService
  readonly describeMedia: DescribeMedia
  readonly preferences: PreferenceService
  readonly userConfigurations: UserConfigurations
  readonly deviceProfiles: DeviceProfiles
  readonly itemIds: ItemIds
}

export type RequestContext = {
  readonly services: Services
  /** What many objects of an answer ask for, loaded at once. */
  readonly loaders: Loaders
  readonly credentials: Credentials
  readonly client: Client
  /** Address of the service for this client, without a trailing slash. */
  readonly publicAddress: string
  /** For requests of several searches: shares identical requests to a source. */
  readonly sources: SourceClient
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
  /** Counts one operation of the client; undefined if it is counted already. Throws RATE_LIMIT_EXCEEDED. */
  take(operation: LimitedOperation): Promise<void> | undefined
  /** The verified account; set once a field with the scope `configuration` runs. */
  readonly account: Account
  /** The calling user; set once a field with the scope `user` runs. */
  readonly user: User
  /** Whether `account` is set. */
  readonly hasAccount: boolean
  /**
   * Whether `user` is set for the whole answer and may do all that the user may: a subscription may lose its access
   * meanwhile, and a dashboard's token only reads.
   */
  readonly hasUser: boolean
  /** Verifies Basic credentials once per request. Throws UNAUTHORIZED. */
  findAccount(): Promise<Account>
  /**
   * By access token, or the first user by Basic credentials; once per request. Throws UNAUTHORIZED, and FORBIDDEN for a
   * dashboard's token.
   */
  findUser(): Promise<User>
  /** The same, but lets dashboards' tokens in that have this scope. */
  findReader(scope: AccessScope): Promise<User>
  /** Verifies the credentials, if any were sent. Throws UNAUTHORIZED. */
  findCaller(): Promise<void>
  /** For fields below others. Throws FORBIDDEN for a dashboard's token without this scope; null: for all of them. */
  requireScope(scope: AccessScope | null): void
  /**
   * For subscriptions: passes on the household's events while the caller has access, and keeps `user` current. Throws as
   * `user` does.
   */
  follow(heard: (event: LiveEvent, user: User) => void): Promise<LastingAccess>
  /** This context without loaded data, so that the next event of a subscription reads anew. */
  renewed(): RequestContext
}

export type ContextInput = Pick<RequestContext, 'services' | 'credentials' | 'client' | 'take'> & {
  /** Created on first use: most requests never wait for anything. */
  signal(): AbortSignal
  publicAddress(): string
}

export function createContext(input: ContextInput): RequestContext {
  return new Context(input)
}

/**
 * A class, because getters of an object literal would give each context a shape that outlives the request and keeps its
 * objects in memory until the next full garbage collection.
 */
class Context implements RequestContext {
  readonly services: Services
  readonly credentials: Credentials
  readonly client: Client
  private readonly input: ContextInput
  private madeLoaders: Loaders | undefined = undefined
  private madeSources: SourceClient | undefined = undefined
  private signedIn: Promise<Account> | undefined = undefined
  private foundAccount: Account | undefined = undefined
  private known: Promise<User> | undefined = undefined
  private foundUser: User | undefined = undefined
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

  get publicAddress(): string {
    return this.input.publicAddress()
  }

  get loaders(): Loaders {
    return (this.madeLoaders ??= new Loaders(this))
  }

  get sources(): SourceClient {
    return (this.madeSources ??= this.services.askSourcesOnce(this.signal))
  }

  take(operation: LimitedOperation): Promise<void> | undefined {
    return this.input.take(operation)
  }

  get hasAccount(): boolean {
    return this.foundAccount !== undefined
  }

  get hasUser(): boolean {
    return this.foundUser !== undefined && !this.foundUser.access && this.access === undefined
  }

  get account(): Account {
    return this.foundAccount ?? missing('configuration')
  }

  get user(): User {
    return this.access ? this.access.user() : (this.foundUser ?? missing('user'))
  }

  findAccount(): Promise<Account> {
    return (this.signedIn ??= this.signIn())
  }

  async findUser(): Promise<User> {
    return requireScope(await this.findAnyUser(), null)
  }

  async findReader(scope: AccessScope): Promise<User> {
    return requireScope(await this.findAnyUser(), scope)
  }

  async findCaller(): Promise<void> {
    const { kind } = this.credentials
    if (kind === 'token') await this.findAnyUser()
    else if (kind !== 'none' && kind !== 'userData') await this.findAccount()
  }

  requireScope(scope: AccessScope | null): void {
    if (this.foundUser?.access) requireScope(this.foundUser, scope)
  }

  async follow(heard: (event: LiveEvent, user: User) => void): Promise<LastingAccess> {
    this.access = await this.services.lastingAccess.open(() => this.loadUser(), heard)
    return this.access
  }

  renewed(): RequestContext {
    this.madeLoaders = undefined
    this.madeSources = undefined
    return this
  }

  private async signIn(): Promise<Account> {
    this.foundAccount = await signIn(this.services, this.credentials, this.client)
    return this.foundAccount
  }

  private async keepUser(): Promise<User> {
    this.foundUser = await this.loadUser()
    return this.foundUser
  }

  private async followed(access: LastingAccess): Promise<User> {
    return access.user()
  }

  private findAnyUser(): Promise<User> {
    return this.access ? this.followed(this.access) : (this.known ??= this.keepUser())
  }

  private async loadUser(): Promise<User> {
    const { accessTokens, users } = this.services
    // A session may end while its page is open; passwords are checked again with their configuration.
    if (this.credentials.kind === 'browser') return users.ofAccount(await this.signIn())
    if (this.credentials.kind !== 'token') {
      const name = this.credentials.kind === 'basic' ? this.credentials.user : undefined
      return users.ofAccount(await this.findAccount(), name)
    }
    const { token } = this.credentials
    const isDashboard = token.startsWith(accessTokenPrefix)
    const user = await (isDashboard ? accessTokens : users).findUser(token, this.client)
    if (user) return user
    throw new AppError('UNAUTHORIZED', 'The access token is unknown or has ended; sign in again.')
  }
}

function requireScope(user: User, scope: AccessScope | null): User {
  const { access } = user
  if (!access || (scope !== null && access.scopes.includes(scope))) return user
  const missing =
    scope === null
      ? 'sign in as a user for this'
      : `this needs the scope ${scope.toUpperCase()}, which it lacks`
  throw new AppError('FORBIDDEN', `An access token of a dashboard only reads; ${missing}.`)
}

/** Each is created on first use: most requests need one or none. */
class Loaders {
  private readonly ctx: Context
  private readonly user = (): User => this.ctx.user
  private madeUsers: ReturnType<typeof createUserLoader> | undefined = undefined
  private madeAnime: ReturnType<typeof createAnimeLoader> | undefined = undefined
  private madeWatch: ReturnType<typeof createWatchLoader> | undefined = undefined
  private madeEntryItems: ReturnType<typeof createEntryItemLoader> | undefined = undefined
  private madePlayItems: ReturnType<typeof createPlayItemLoader> | undefined = undefined
  private madeTitleItems: ReturnType<typeof createTitleItemLoader> | undefined = undefined
  private madeSessionItems: ReturnType<typeof createSessionItemLoader> | undefined = undefined
  private madePreferences: ReturnType<typeof createPreferencesLoader> | undefined = undefined
  private madePersonalPaths: ReturnType<typeof createPersonalPathLoader> | undefined = undefined
  private madeMedia: ReturnType<typeof createMediaLoader> | undefined = undefined

  constructor(ctx: Context) {
    this.ctx = ctx
  }

  get users(): ReturnType<typeof createUserLoader> {
    return (this.madeUsers ??= createUserLoader(this.ctx.services.configurations))
  }

  get anime(): ReturnType<typeof createAnimeLoader> {
    return (this.madeAnime ??= createAnimeLoader(this.ctx.services.anime))
  }

  get watch(): ReturnType<typeof createWatchLoader> {
    return (this.madeWatch ??= createWatchLoader(this.ctx.services.playlists, this.user))
  }

  get entryItems(): ReturnType<typeof createEntryItemLoader> {
    return (this.madeEntryItems ??= createEntryItemLoader(this.ctx.services.library, this.user))
  }

  get playItems(): ReturnType<typeof createPlayItemLoader> {
    return (this.madePlayItems ??= createPlayItemLoader(this.ctx.services.activity, this.user))
  }

  get titleItems(): ReturnType<typeof createTitleItemLoader> {
    return (this.madeTitleItems ??= createTitleItemLoader(this.ctx.services.activity, this.user))
  }

  get sessionItems(): ReturnType<typeof createSessionItemLoader> {
    return (this.madeSessionItems ??= createSessionItemLoader(
      this.ctx.services.items,
      this.user,
      this.ctx,
    ))
  }

  get personalPaths(): ReturnType<typeof createPersonalPathLoader> {
    return (this.madePersonalPaths ??= createPersonalPathLoader(this.ctx.services.users, this.user))
  }

  get preferences(): ReturnType<typeof createPreferencesLoader> {
    return (this.madePreferences ??= createPreferencesLoader(
      this.ctx.services.userConfigurations,
      this.user,
    ))
  }

  get media(): ReturnType<typeof createMediaLoader> {
    return (this.madeMedia ??= createMediaLoader(
      this.ctx.services.describeMedia,
      this.user,
      this.ctx,
    ))
  }
}

function missing(scope: string): never {
  throw new Error(`the field does not declare the scope ${scope}`)
}

async function signIn(
  { configurations, browserSessions }: Pick<Services, 'configurations' | 'browserSessions'>,
  credentials: Credentials,
  client: Client,
): Promise<Account> {
  if (credentials.kind === 'browser') {
    return browserSessions.account(credentials.token, credentials.csrfToken, client)
  }
  if (credentials.kind === 'malformed' || credentials.kind === 'both') {
    throw new AppError('BAD_REQUEST', credentialProblems[credentials.kind])
  }
  if (credentials.kind !== 'basic') throw configurations.credentialsMissing()
  return configurations.signIn(credentials, client)
}
