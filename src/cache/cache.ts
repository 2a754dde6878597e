/** A cache that cannot be reached behaves as an empty one: it never fails a request. */
export type Cache = {
  get(key: string): Promise<Uint8Array | null>
  /** `from`: the source's host, or the row of the configuration that it belongs to, where room is shared out by these. */
  set(key: string, value: Uint8Array, ttlMs: number, from?: string | number): Promise<void>
  delete(key: string): Promise<boolean>
  close(): Promise<void>
}

/** Shared by all nodes, which do not lose each other's changes. */
export type ChangeableCache = Cache & {
  /** At once for all nodes. Changes nothing while the cache cannot be reached. */
  change(key: string, work: (before: Uint8Array | null) => Uint8Array, ttlMs: number): Promise<void>
}
