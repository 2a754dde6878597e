import { LRUCache } from 'lru-cache'

/** Bytes of counts of each sort that a process holds with memoryShare 1, and what an entry takes beside them. */
const mostBytes = 24 * 2 ** 20
const overhead = 480

type Held<T> = { readonly version: number; readonly value: T; readonly bytes: number }

/**
 * What was read of the database, by its name. What the database has another version of by now is read again, and what has
 * none there, 0, every time.
 */
export class VersionedCache<T> {
  private readonly held: LRUCache<string, Held<T>>

  constructor(memoryShare: number) {
    this.held = new LRUCache({
      maxSize: Math.floor(mostBytes * memoryShare),
      sizeCalculation: ({ bytes }) => bytes + overhead,
    })
  }

  has(name: string): boolean {
    return this.held.has(name)
  }

  /** Null if unknown or of another version. */
  get(name: string, version: number): T | null {
    const found = this.held.get(name)
    return found?.version === version ? found.value : null
  }

  set(name: string, version: number, value: T, bytes: number): void {
    if (version !== 0) this.held.set(name, { version, value, bytes })
  }
}
