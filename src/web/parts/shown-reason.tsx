import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Reason } from '../data/failure.ts'
import { loadTexts } from '../i18n.ts'
import { lazyPart } from './lazy-part.ts'

type Said = { readonly reason: Reason; readonly instead: string }

const ReasonText = lazyPart(
  async () => {
    const [part] = await Promise.all([import('../reasons/reason-text.tsx'), loadTexts('reasons')])
    return part.ReasonText
  },
  ({ instead }: Said) => instead,
)

type Props = { readonly reason: Reason | null | undefined; readonly instead: string }

/** `instead`: what is said where no reason has a code that this page knows, or its texts are not there. */
export function ShownReason({ reason, instead }: Props) {
  const { t } = useLingui()
  if (!reason) return instead
  return (
    <Suspense fallback={`${t`Loading`} …`}>
      <ReasonText reason={reason} instead={instead} />
    </Suspense>
  )
}
