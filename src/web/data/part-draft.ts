import { partOf, withPart } from './configuration-part.ts'
import type { Part } from './configuration-part.ts'
import { useDraft } from './draft.ts'

/** Some keys of the configuration while somebody changes them. */
export function usePartDraft(keys: readonly string[]) {
  return useDraft<Part>(
    (configuration) => partOf(configuration, keys),
    (configuration, part) => withPart(configuration, keys, part),
  )
}
