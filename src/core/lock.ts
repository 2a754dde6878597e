export type Lock = {
  /**
   * Runs the work unless somebody else holds the lock, and answers whether it ran. The lock is free `ttlMs` after its holder
   * died; the signal aborts when it was lost. Errors of the work are thrown on. Where nobody can be asked for the lock, the
   * work does not run, unless it is `harmless` to run on several nodes at once.
   */
  withLock(
    name: string,
    ttlMs: number,
    work: (signal: AbortSignal) => Promise<void>,
    harmless?: boolean,
  ): Promise<boolean>
}
