import { AppError } from '../core/errors.ts'
import type { AccessScope } from '../model/access-token.ts'
import { OutsideAccessTimes } from '../model/access-times.ts'
import type { Client, Credentials } from '../model/credentials.ts'
import type { LimitedOperation } from '../model/limited-operation.ts'
import type { LiveEvent } from '../model/live-event.ts'
import type { SearchInterface } from '../model/search-log.ts'
import type { OperatorSession } from '../model/operator-session.ts'
import type { SourceClient } from '../model/source-client.ts'
import type { User } from '../model/household.ts'
import { accessTokenPrefix } from '../services/access-tokens/service.ts'
import { credentialProblems } from '../services/caller.ts'
import { hasMediaServer, requireMediaServer } from '../services/users/households.ts'
import type { LastingAccess } from '../services/users/lasting-access.ts'
import type { Account, Opened } from '../services/configurations/accounts.ts'
import { Loaders } from './loaders.ts'
import type { Services } from './services.ts'

export type RequestContext = {
  readonly services: Services
  /** What many objects of an answer ask for, loaded at once. */
  readonly loaders: Loaders
  readonly credentials: Credentials
  readonly client: Client
  /** Address of the service for this client, without a trailing slash. */
  readonly publicAddress: string
  /** Where a caller on this machine asked by a loopback address, with no proxy between; null for others. */
  readonly localPort: number | null
  /** For requests of several searches: shares identical requests to a source. */
  readonly sources: SourceClient
  readonly interface: SearchInterface
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
  /** Counts one operation of the client; undefined if it is counted already. Throws RATE_LIMIT_EXCEEDED. */
  take(operation: LimitedOperation): Promise<void> | undefined
  /** The verified account; set once a field with the scope `configuration` runs. */
  readonly account: Account
  /** The calling user; set once a field with the scope `user` or `userAfterHours` runs. */
  readonly user: User
  readonly operator: OperatorSession
  readonly hasAccount: boolean
  /**
   * Whether `user` is set for the whole answer and may do all that the user may: a subscription may lose its access
   * meanwhile, and a dashboard's token only reads.
   */
  readonly hasUser: boolean
  /** Verifies Basic credentials once per request. Throws UNAUTHORIZED. */
  findAccount(): Promise<Account>
  /** By access token, or the first user by Basic credentials. Throws UNAUTHORIZED; FORBIDDEN for a dashboard. */
  findUser(): Promise<User>
  /** Like `findUser`, but also allowed after the user's time is over. */
  findUserAfterHours(): Promise<User>
  /** Like `findUser`, but also allowed for dashboards' tokens that have this scope, and for `health` without a media server. */
  findReader(scope: AccessScope): Promise<User>
  /** By the operator's session alone. Throws UNAUTHORIZED. */
  findOperator(): Promise<OperatorSession>
  /** Verifies the credentials anew for each mutation after the first, which may have ended the access. */
  startMutation(): void
  /** Verifies the credentials, if any were sent. Throws UNAUTHORIZED. */
  findCaller(): Promise<void>
  /** The scopes of a dashboard's token; null for other callers. Throws UNAUTHORIZED. */
  findScopes(): Promise<readonly AccessScope[] | null>
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
  interface(): SearchInterface
  publicAddress(): string
  localPort(): number | null
}

export function createContext(input: ContextInput): RequestContext {
  return new Context(input)
}

/**
 * A class, because getters of an object literal would give each context a shape that outlives the request and keeps its
 * objects in memory until the next full garbage collection.
 */
class Request {
  readonly services: Services
  readonly credentials: Credentials
  readonly client: Client
  private readonly input: ContextInput
  private madeSources: SourceClient | undefined = undefined
  private madeSignal: AbortSignal | undefined = undefined

  constructor(input: ContextInput) {
    this.services = input.services
    this.credentials = input.credentials
    this.client = input.client
    this.input = input
  }

  get signal(): AbortSignal {
    return (this.madeSignal ??= this.input.signal())
  }

  get interface(): SearchInterface {
    return this.input.interface()
  }

  get publicAddress(): string {
    return this.input.publicAddress()
  }

  get localPort(): number | null {
    return this.input.localPort()
  }

  get sources(): SourceClient {
    return (this.madeSources ??= this.services.askSourcesOnce(this.signal))
  }

  take(operation: LimitedOperation): Promise<void> | undefined {
    return this.input.take(operation)
  }

  protected forgetSources(): void {
    this.madeSources = undefined
  }
}

/** A request and its caller, who is found on first use. */
class Context extends Request implements RequestContext {
  private madeLoaders: Loaders | undefined = undefined
  private signedIn: Promise<Account> | undefined = undefined
  private foundAccount: Account | undefined = undefined
  private known: Promise<User> | undefined = undefined
  private foundUser: User | undefined = undefined
  private userAfterHours: User | undefined = undefined
  private foundOperator: OperatorSession | undefined = undefined
  private access: LastingAccess | undefined = undefined
  private hasMutated = false

  get loaders(): Loaders {
    return (this.madeLoaders ??= new Loaders(this))
  }

  get hasAccount(): boolean {
    return this.foundAccount !== undefined
  }

  get hasUser(): boolean {
    const { foundUser } = this
    return !!foundUser && !foundUser.access && hasMediaServer(foundUser) && !this.access
  }

  get account(): Account {
    return this.foundAccount ?? missing('configuration')
  }

  get operator(): OperatorSession {
    return this.foundOperator ?? missing('operator')
  }

  get user(): User {
    return this.access
      ? this.access.user()
      : (this.foundUser ?? this.userAfterHours ?? missing('user'))
  }

  findAccount(): Promise<Account> {
    return (this.signedIn ??= accountOf(this.signIn()))
  }

  async findUser(): Promise<User> {
    return requireMediaServer(requireScope(await this.findAnyUser(), null))
  }

  async findUserAfterHours(): Promise<User> {
    const { credentials, services } = this
    try {
      return await this.findUser()
    } catch (error) {
      if (!(error instanceof OutsideAccessTimes) || credentials.kind !== 'token') throw error
      const userAfterHours = await services.users.findUserAfterHours(credentials.token, this.client)
      if (!userAfterHours) throw error
      this.userAfterHours = userAfterHours
      return userAfterHours
    }
  }

  async findReader(scope: AccessScope): Promise<User> {
    const user = requireScope(await this.findAnyUser(), scope)
    return scope === 'health' ? user : requireMediaServer(user)
  }

  async findOperator(): Promise<OperatorSession> {
    const { credentials, services } = this
    if (credentials.kind !== 'operator') {
      throw new AppError('UNAUTHORIZED', 'Only the operator may see this; sign in on their page.')
    }
    const { token, csrfToken } = credentials
    this.foundOperator = await services.operatorSessions.require(token, csrfToken)
    return this.foundOperator
  }

  startMutation(): void {
    if (this.hasMutated) this.forgetCaller()
    this.hasMutated = true
  }

  async findCaller(): Promise<void> {
    const { kind } = this.credentials
    if (kind === 'token') await this.findAnyUser()
    else if (kind === 'operator') await this.findOperator()
    else if (kind !== 'none' && kind !== 'userData') await this.findAccount()
  }

  async findScopes(): Promise<readonly AccessScope[] | null> {
    const isDashboard = isOfDashboard(this.credentials)
    return isDashboard ? ((await this.findAnyUser()).access?.scopes ?? null) : null
  }

  requireScope(scope: AccessScope | null): void {
    if (this.foundUser?.access) requireScope(this.foundUser, scope)
  }

  async follow(heard: (event: LiveEvent, user: User) => void): Promise<LastingAccess> {
    this.access = await this.services.lastingAccess.open(
      async () => requireMediaServer(await this.loadUser()),
      heard,
    )
    return this.access
  }

  renewed(): RequestContext {
    this.madeLoaders = undefined
    this.forgetSources()
    return this
  }

  private forgetCaller(): void {
    this.signedIn = undefined
    this.foundAccount = undefined
    this.known = undefined
    this.foundUser = undefined
    this.userAfterHours = undefined
    this.foundOperator = undefined
  }

  private async signIn(): Promise<Opened> {
    const opened = await signIn(this.services, this.credentials, this.client)
    this.foundAccount = opened.account
    return opened
  }

  private async keepUser(): Promise<User> {
    return (this.foundUser = await this.loadUser())
  }

  private async followed(access: LastingAccess): Promise<User> {
    return access.user()
  }

  private findAnyUser(): Promise<User> {
    return this.access ? this.followed(this.access) : (this.known ??= this.keepUser())
  }

  private async loadUser(): Promise<User> {
    const { credentials, services, client, signedIn } = this
    if (credentials.kind === 'token') return userOfToken(services, credentials.token, client)
    // A session may end while its page is open; passwords are checked again with their configuration.
    if (credentials.kind === 'browser') return services.users.ofAccount(await this.signIn())
    const name = credentials.kind === 'basic' ? credentials.user : undefined
    if (signedIn) return services.users.ofAccount({ account: await signedIn }, name)
    const opening = this.signIn()
    const [opened] = await Promise.all([opening, (this.signedIn = accountOf(opening))])
    return services.users.ofAccount(opened, name)
  }
}

async function accountOf(opening: Promise<Opened>): Promise<Account> {
  return (await opening).account
}

async function userOfToken(
  { accessTokens, users }: Pick<Services, 'accessTokens' | 'users'>,
  token: string,
  client: Client,
): Promise<User> {
  const isDashboard = isOfDashboard({ kind: 'token', token })
  const user = await (isDashboard ? accessTokens : users).findUser(token, client)
  if (user) return user
  throw new AppError('UNAUTHORIZED', 'The access token is unknown or has ended; sign in again.')
}

function isOfDashboard(credentials: Credentials): boolean {
  return credentials.kind === 'token' && credentials.token.startsWith(accessTokenPrefix)
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

function missing(scope: string): never {
  throw new Error(`the field does not declare the scope ${scope}`)
}

async function signIn(
  { configurations, browserSessions }: Pick<Services, 'configurations' | 'browserSessions'>,
  credentials: Credentials,
  client: Client,
): Promise<Opened> {
  if (credentials.kind === 'browser') {
    const { token, csrfToken } = credentials
    return { account: await browserSessions.account(token, csrfToken, client) }
  }
  if (credentials.kind === 'operator') {
    throw new AppError('UNAUTHORIZED', credentialProblems.operator)
  }
  if (credentials.kind === 'malformed' || credentials.kind === 'both') {
    throw new AppError('BAD_REQUEST', credentialProblems[credentials.kind])
  }
  if (credentials.kind !== 'basic') throw configurations.credentialsMissing()
  return configurations.open(credentials, client)
}
