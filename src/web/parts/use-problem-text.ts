import { useLingui } from '@lingui/react/macro'
import { useFailureKinds } from './use-failure-kinds.ts'

/** Why a source did not answer: exactly in the service's own language, by kind in others. */
export function useProblemText(): (problem: string, failure: string | null) => string {
  const { i18n } = useLingui()
  const kinds: Readonly<Partial<Record<string, string>>> = useFailureKinds()
  return (problem, failure) =>
    (i18n.locale !== 'en' && failure !== null && kinds[failure]) || problem
}
