import { Suspense } from 'react'
import type { Reason } from '../data/failure.ts'
import { loadTexts } from '../i18n.ts'
import { lazyPart } from './lazy-part.ts'

const ReasonText = lazyPart(async () => {
  const [part] = await Promise.all([import('../reasons/reason-text.tsx'), loadTexts('reasons')])
  return part.ReasonText
})

type Props = { readonly reason: Reason | null | undefined; readonly instead: string }

/** `instead`: what is said where there is no reason with a code that this page knows. */
export function ShownReason({ reason, instead }: Props) {
  if (!reason) return instead
  return (
    <Suspense>
      <ReasonText reason={reason} instead={instead} />
    </Suspense>
  )
}
