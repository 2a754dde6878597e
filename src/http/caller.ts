import type { RequestContext } from '../graphql/context.ts'

/** The part of the resolvers' context that the HTTP edge sees. It reaches services through documents. */
export type Caller = Pick<
  RequestContext,
  | 'client'
  | 'signal'
  | 'findAccount'
  | 'findCaller'
  | 'findScopes'
  | 'findUser'
  | 'findUserAfterHours'
  | 'follow'
>
