import { RequestCache } from '@pothos/plugin-scope-auth'
import type { AccessScope } from '../model/access-token.ts'
import type { RequestContext } from './context.ts'

/** Who may call a field; a scope throws if it does not hold. */
export type Scopes = {
  /** Anyone; services may check more. */
  public: true
  /** Sets `context.account`. */
  configuration: true
  /** Sets `context.user`. Refuses dashboards' tokens. */
  user: true
  /** The same, and open to dashboards' tokens that have this scope. */
  reads: AccessScope
}

/** Whoever is found already is not waited for. */
export function scopesOf(context: RequestContext) {
  // The library's WeakMap would keep the request until the next full garbage collection; the context caches its caller itself.
  RequestCache.clearForContext(context)
  return {
    public: true,
    configuration: context.hasAccount || (() => context.findAccount().then(() => true)),
    user: context.hasUser || (() => context.findUser().then(() => true)),
    reads: (scope: AccessScope) => context.hasUser || context.findReader(scope).then(() => true),
  }
}
