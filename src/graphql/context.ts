import { AppError } from '../core/errors.ts'
import type { Client, Credentials } from '../model/credentials.ts'
import type { AddonService } from '../services/addon.ts'
import type { AnimeService } from '../services/anime.ts'
import { credentialProblems } from '../services/caller.ts'
import type { SearchService } from '../services/search.ts'
import type { UserService, Viewer } from '../services/user/service.ts'
import { createAnimeLoader } from './anime/loaders.ts'
import { createUserLoader } from './user/loaders.ts'

export type Services = {
  readonly users: UserService
  readonly search: SearchService
  readonly addon: AddonService
  readonly anime: AnimeService
}

export type Loaders = {
  readonly users: ReturnType<typeof createUserLoader>
  readonly anime: ReturnType<typeof createAnimeLoader>
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
    })
  }

  take(operation: LimitedOperation): Promise<void> | undefined {
    return this.input.take(operation)
  }

  viewer(): Promise<Viewer> {
    return (this.signedIn ??= signIn(this.services.users, this.credentials, this.client))
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
