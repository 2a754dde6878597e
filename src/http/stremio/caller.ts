import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Client, Credentials } from '../../model/credentials.ts'
import type { User } from '../../model/household.ts'
import type { Caller } from '../caller.ts'
import type { ContextFactory } from '../request-context.ts'

/** Aliases with a secret, whose addresses need no other. */
export type OpenAliases = ReadonlyMap<
  string,
  { readonly uuid: string; readonly secret: string | null }
>

/** Sent with every request to a source, so that a configuration which names itself as a source fails instead of recursing. */
export const instanceHeader = 'x-service-instance'

type AddressCredentials = Extract<Credentials, { kind: 'basic' }>

export type CallerOptions = {
  readonly contexts: ContextFactory
  readonly aliases: OpenAliases
  /** As whom a personal address asks; null for an unknown code. */
  readonly users: {
    personalCredentials(code: string, client: Client): Promise<AddressCredentials | null>
    isMediaServerCode(code: string, client: Client): Promise<boolean>
  }
  /** Our value of `instanceHeader`. */
  readonly instance: string
}

/** `user`: whose own address it is; null: that of the configuration. */
export type AddonRequest = {
  readonly context: Caller
  readonly user: User | null
  /** Whether the address opens no more than this user. */
  readonly isPersonal: boolean
}

const nothingOpens =
  'This address opens nothing: its configuration has been deleted, or has another password now. Install the addon anew.'

/** Installed before the addon had a code of its own. */
export class FormerAddress extends AppError {
  constructor() {
    super('NOT_FOUND', 'Install this addon again; its address has changed.')
  }
}

/** Without the challenge of a sign-in, for which browsers would ask: addresses take none. */
function refusedAddress(error: unknown): unknown {
  const isRefused = error instanceof AppError && error.code === 'UNAUTHORIZED'
  return isRefused ? new AppError('UNAUTHORIZED', nothingOpens) : error
}

type AddressParams = {
  uuid?: string
  secret?: string
  alias?: string
  user?: string
  /** Of a personal address, which says who the user is. */
  code?: string
}

/** Finds the caller. Throws a separate error for a wrong address before the request is read. */
export function createCallers({ contexts, aliases, users, instance }: CallerOptions) {
  function configurationOf({ uuid, secret, alias }: AddressParams) {
    if (alias === undefined) return { id: uuid!, secret: secret! }
    const open = aliases.get(alias)
    if (!open || open.secret === null) {
      throw new AppError(
        'NOT_FOUND',
        'There is no such address; the alias is unknown or carries no password.',
      )
    }
    return { id: open.uuid, secret: open.secret }
  }

  async function credentialsOf(params: AddressParams, client: Client): Promise<AddressCredentials> {
    const { user, code } = params
    if (code === undefined) {
      return { kind: 'basic', ...configurationOf(params), ...(user && { user }) }
    }
    const found = await users.personalCredentials(code, client)
    if (found) return found
    if (await users.isMediaServerCode(code, client)) throw new FormerAddress()
    throw new AppError('NOT_FOUND', 'There is no such address; it may have been renewed.')
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<AddonRequest> => {
    if (request.headers[instanceHeader] === instance) {
      throw new AppError(
        'BAD_REQUEST',
        'This source is the service itself; remove it from the configuration.',
      )
    }
    reply.headers(await contexts.take(request, 'search'))
    const client = { address: request.ip }
    const credentials = await credentialsOf(request.params as AddressParams, client)
    const context = contexts.create(request, reply, 'search', credentials)
    await context.findAccount().catch((error: unknown) => {
      throw refusedAddress(error)
    })
    const user = credentials.user === undefined ? null : await context.findUser()
    const isPersonal = 'code' in (request.params as AddressParams)
    return { context, user, isPersonal }
  }
}
