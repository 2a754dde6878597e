import { RequestCache } from '@pothos/plugin-scope-auth'
import type { RequestContext } from './context.ts'

/** Who may call a field: each scope finds what its name says, or throws. */
export type Scopes = {
  /** Anybody, also without credentials; what a service asks for beyond that, it checks itself. */
  public: true
  /** The verified owner of a configuration, then in `context.account`. */
  configuration: true
  /** A user of a household, then in `context.user`. */
  user: true
}

/** What the scopes mean for one request. */
export function scopesOf(context: RequestContext) {
  return {
    public: true,
    configuration: () => found(context, context.findAccount()),
    user: () => found(context, context.findUser()),
  }
}

/**
 * The library keeps what a scope found in a WeakMap, which would hold the request, with all that it made, until the
 * next full garbage collection. The context itself knows whom it has found.
 */
async function found(context: RequestContext, finding: Promise<unknown>): Promise<true> {
  try {
    await finding
    return true
  } finally {
    RequestCache.clearForContext(context)
  }
}
