import { setImmediate as nextTurn } from 'node:timers/promises'

/** Of one statement. */
const mostRows = 50
const mostBytes = 1_000_000

/** Rows that are written some at once: few enough for a packet of a database, and for memory. */
export class RowBatch<T> {
  private readonly insert: (rows: T[]) => PromiseLike<unknown>
  private rows: T[] = []
  private bytes = 0

  constructor(insert: (rows: T[]) => PromiseLike<unknown>) {
    this.insert = insert
  }

  async add(row: T, bytes: number): Promise<void> {
    this.rows.push(row)
    this.bytes += bytes
    if (this.rows.length >= mostRows || this.bytes >= mostBytes) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.rows.length === 0) return
    const { rows } = this
    this.rows = []
    this.bytes = 0
    await this.insert(rows)
    // SQLite answers at once, in the same turn.
    await nextTurn()
  }
}
