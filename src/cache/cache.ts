/** A cache that cannot be reached behaves as an empty one: it never fails a request. */
export type Cache = {
  get(key: string): Promise<Uint8Array | null>
  set(key: string, value: Uint8Array, ttlMs: number): Promise<void>
  delete(key: string): Promise<boolean>
  close(): Promise<void>
}
