import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Credentials } from '../../model/credentials.ts'
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

export type CallerOptions = {
  readonly contexts: ContextFactory
  readonly aliases: OpenAliases
  /** Our value of `instanceHeader`. */
  readonly instance: string
}

/** `user`: whose own address it is; null: that of the configuration. */
export type AddonRequest = { readonly context: Caller; readonly user: User | null }

type AddressParams = { uuid?: string; secret?: string; alias?: string; user?: string }

/** Who asks: throws as its own error what is wrong with the address, before the request is read. */
export function createCallers({ contexts, aliases, instance }: CallerOptions) {
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

  return async (request: FastifyRequest, reply: FastifyReply): Promise<AddonRequest> => {
    if (request.headers[instanceHeader] === instance) {
      throw new AppError(
        'BAD_REQUEST',
        'This source is the service itself; remove it from the configuration.',
      )
    }
    reply.headers(await contexts.take(request, 'search'))
    const params = request.params as AddressParams
    const credentials: Credentials = {
      kind: 'basic',
      ...configurationOf(params),
      ...(params.user === undefined ? {} : { user: params.user }),
    }
    const context = contexts.create(request, reply, 'search', credentials)
    await context.findAccount()
    return { context, user: params.user === undefined ? null : await context.findUser() }
  }
}
