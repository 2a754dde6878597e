import type { SourceEntry } from './configuration.ts'
import { useDraft } from './draft.ts'

export function useSourcesDraft() {
  return useDraft<readonly SourceEntry[]>(
    (configuration) => configuration.sources ?? [],
    (configuration, sources) => ({ ...configuration, sources }),
  )
}
