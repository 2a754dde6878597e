export type OperatorSession = {
  readonly id: number
  readonly tokenHash: string
  readonly csrfToken: string
  readonly name: string
  readonly createdAt: number
  readonly seenAt: number
}

export type OperatorSessionStore = {
  find(tokenHash: string): Promise<OperatorSession | null>
  /** Drops the least recently seen beyond twenty. */
  insert(session: Omit<OperatorSession, 'id'>): Promise<void>
  seen(id: number, at: number): Promise<void>
  list(): Promise<readonly OperatorSession[]>
  remove(id: number): Promise<boolean>
  prune(now: number): Promise<void>
}

/** Since it was last used, and since it was opened. */
export const operatorIdleMs = 3_600_000
export const operatorLongestMs = 12 * 3_600_000
