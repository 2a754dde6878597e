import { RequestCache } from '@pothos/plugin-scope-auth'
import type { RequestContext } from './context.ts'

/** Who may call a field; a scope throws if it does not hold. */
export type Scopes = {
  /** Anyone; services may check more. */
  public: true
  /** Sets `context.account`. */
  configuration: true
  /** Sets `context.user`. */
  user: true
}

export function scopesOf(context: RequestContext) {
  return {
    public: true,
    configuration: () => found(context, context.findAccount()),
    user: () => found(context, context.findUser()),
  }
}

/**
 * Clears the library's WeakMap, which would keep the request until the next full garbage collection; the context caches
 * its caller itself.
 */
async function found(context: RequestContext, finding: Promise<unknown>): Promise<true> {
  try {
    await finding
    return true
  } finally {
    RequestCache.clearForContext(context)
  }
}
