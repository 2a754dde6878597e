import { useLingui } from '@lingui/react/macro'
import type { SearchStep } from '../../documents.ts'

export function useStepNames(): Readonly<Record<SearchStep, string>> {
  const { t } = useLingui()
  return {
    FILTER: t`Filters`,
    DEDUPE: t`Duplicates`,
    LIMIT: t`Limits`,
    REQUIRED_FIELDS: t`Required fields`,
    MAX_RESULTS: t`Most results`,
  }
}
