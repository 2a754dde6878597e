import { differences, isSame } from '../../data/differences.ts'
import type { Rules } from './rules.ts'

export type State = {
  readonly past: readonly Rules[]
  readonly now: Rules
  readonly future: readonly Rules[]
  /** The field that was changed last; further typing in it belongs to the same step. */
  readonly last: string | null
}

export type Event =
  | { readonly kind: 'set'; readonly rules: Rules }
  | { readonly kind: 'replace'; readonly rules: Rules }
  | { readonly kind: 'undo' | 'redo' }

const longest = 200

export function nextDraft(state: State, event: Event): State {
  const { past, now, future } = state
  switch (event.kind) {
    case 'undo': {
      const before = past.at(-1)
      if (!before) return state
      return { past: past.slice(0, -1), now: before, future: [now, ...future], last: null }
    }
    case 'redo': {
      const [next, ...later] = future
      return next ? { past: [...past, now], now: next, future: later, last: null } : state
    }
    default: {
      const { kind, rules: next } = event
      if (isSame(next, now)) return state
      const step = kind === 'set' ? typedIn(now, next) : null
      const goesOn = step !== null && step === state.last
      return {
        past: goesOn ? past : [...past, now].slice(-longest),
        now: next,
        future: [],
        last: step,
      }
    }
  }
}

/** Path of the one text that differs; null where something else does. */
function typedIn(before: Rules, after: Rules): string | null {
  const [first, ...others] = differences(before, after)
  return first?.after?.startsWith('"') && others.length === 0 ? first.path : null
}
