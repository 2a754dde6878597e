import { useState } from 'react'
import { useConfiguration, useInherited } from '../../data/configuration.ts'
import { isSame } from '../../data/differences.ts'
import { useDraft } from '../../data/draft.ts'
import { fromParent, merged, withOwnValue } from './inherited.ts'
import { type Event, nextDraft, type State } from './next-draft.ts'
import { rulesOf, withRules, type Path, type Rules } from './rules.ts'

export type Draft = ReturnType<typeof useRulesDraft>

const noSteps: Omit<State, 'now'> = { past: [], future: [], last: null }

/** Rules that are not saved, with a way back and forth. */
export function useRulesDraft() {
  const { part: own, saved, start, change, bar } = useDraft<Rules>(rulesOf, withRules)
  const [steps, setSteps] = useState({ ...noSteps, start })
  // They lead back to what the draft began with, not behind a save or what others have saved.
  if (!isSame(steps.start, start)) setSteps({ ...noSteps, start })
  const { userData } = useConfiguration()
  const all = useInherited()
  const inherited = all ? fromParent(rulesOf(all), rulesOf(userData)) : {}
  function dispatch(event: Event): void {
    const { now, ...next } = nextDraft({ ...steps, now: own }, event)
    setSteps({ ...next, start })
    if (now !== own) change(now)
  }
  return {
    own,
    saved,
    /** What comes from the parent configuration. */
    inherited,
    /** As they count: own ones on top of the parent's. */
    rules: merged(inherited, own),
    bar,
    set: (path: Path, value: unknown) =>
      dispatch({ kind: 'set', rules: withOwnValue(own, path, value, inherited) }),
    replace: (next: Rules) => dispatch({ kind: 'replace', rules: next }),
    undo: steps.past.length > 0 ? () => dispatch({ kind: 'undo' }) : null,
    redo: steps.future.length > 0 ? () => dispatch({ kind: 'redo' }) : null,
  }
}
