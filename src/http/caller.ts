import type { RequestContext } from '../graphql/context.ts'

/**
 * Whom a request comes from. It is the context of the resolvers, of which the edge sees this much: services are
 * reached through documents.
 */
export type Caller = Pick<
  RequestContext,
  'client' | 'signal' | 'findAccount' | 'findCaller' | 'findUser'
>
