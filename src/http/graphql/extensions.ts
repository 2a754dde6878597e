import type { AppError } from '../../core/errors.ts'
import { InvalidConfig } from '../../core/invalid-config.ts'
import type { ShownProblem } from '../../core/invalid-config.ts'
import { namedTexts, shownReason } from '../failures.ts'

/** `retryAfter` is in seconds, as `Retry-After` of other answers. `problems`: each as a `ConfigurationWarning`. */
export function extensionsOf(failure: AppError) {
  const { code, reason, headers } = failure
  const retryAfter = headers['retry-after']
  if (failure instanceof InvalidConfig) return { code, problems: failure.shown.map(toWarning) }
  return {
    code,
    ...(reason && { reason: shownReason(reason) }),
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
  }
}

function toWarning({ values, ...problem }: ShownProblem) {
  return { ...problem, values: namedTexts(values) }
}
