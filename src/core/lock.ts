export type Lock = {
  /**
   * Runs the work unless somebody else holds the lock, and answers whether it ran. The lock is free `ttlMs` after its holder
   * died; the signal aborts when it was lost. Errors of the work are thrown on.
   */
  withLock(
    name: string,
    ttlMs: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<boolean>
}
