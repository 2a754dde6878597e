import { useReasonText } from './use-reason-text.ts'
import type { Reason } from '../data/failure.ts'

type Props = { readonly reason: Reason; readonly instead: string }

/** `instead`: what is said where the service gives a reason that this page does not know. */
export function ReasonText({ reason, instead }: Props) {
  return useReasonText()(reason) ?? instead
}
