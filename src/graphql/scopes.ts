import { RequestCache } from '@pothos/plugin-scope-auth'
import type { AccessScope } from '../model/access-token.ts'
import type { RequestContext } from './context.ts'

/** Who may call a field; a scope throws if it does not hold. */
export type Scopes = {
  /** Anyone; services may check more. */
  public: true
  configuration: true
  /** Sets `context.user`. Refuses dashboards' tokens. */
  user: true
  /** Like `user`, but also allowed after the user's time is over: for stopping and signing out. */
  userAfterHours: true
  operator: true
  /** Like `user`, but also allowed for dashboards' tokens that have this scope. */
  reads: AccessScope
}

/** A caller already resolved is not awaited again. */
export function scopesOf(context: RequestContext) {
  // The library's WeakMap would keep the request until the next full garbage collection; the context caches its caller itself.
  RequestCache.clearForContext(context)
  return {
    public: true,
    configuration: context.hasAccount || (() => context.findAccount().then(() => true)),
    user: context.hasUser || (() => context.findUser().then(() => true)),
    userAfterHours: context.hasUser || (() => context.findUserAfterHours().then(() => true)),
    operator: () => context.findOperator().then(() => true),
    reads: (scope: AccessScope) => context.hasUser || context.findReader(scope).then(() => true),
  }
}
