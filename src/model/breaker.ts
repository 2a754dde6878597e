export const breakerStates = ['closed', 'open', 'half-open'] as const
export type BreakerState = (typeof breakerStates)[number]

/** `closed`: asked. `open`: left alone after failures in a row. `half-open`: the next request decides. */
export type Breaker = {
  readonly state: BreakerState
  /** Epoch milliseconds at which it stopped answering, or answered again; null: it never failed. */
  readonly since: number | null
  /** When it is asked again; null unless open, or where only a person can help. */
  readonly until: number | null
}

export const closedBreaker: Breaker = { state: 'closed', since: null, until: null }

const order = { open: 0, 'half-open': 1, closed: 2 } as const

export function worstFirst(a: Breaker, b: Breaker): number {
  return order[a.state] - order[b.state] || (a.since ?? Infinity) - (b.since ?? Infinity) || 0
}
