import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { drafts } from '../data/drafts.ts'
import { LeavingQuestion } from './lazy-parts.ts'
import type { LeavingProps } from './leaving-question.tsx'
import { PartBoundary } from './part-boundary.tsx'

const hasDraft = () => drafts.get() > 0
const patienceMs = 1_000

/** Asks before a page is left without saving, once for all its drafts. Drafts begin before later parts have come. */
export function Leaving() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: hasDraft,
    enableBeforeUnload: hasDraft,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <PartBoundary instead={<QuestionOfBrowser leave={proceed} stay={reset} />}>
      <Suspense fallback={<QuestionOfBrowser afterMs={patienceMs} leave={proceed} stay={reset} />}>
        <LeavingQuestion leave={proceed} stay={reset} />
      </Suspense>
    </PartBoundary>
  )
}

/** While the service is away our own cannot be loaded, and after an upgrade it may be gone. */
function QuestionOfBrowser({ leave, stay, afterMs = 0 }: LeavingProps & { afterMs?: number }) {
  const { t } = useLingui()
  useEffect(() => {
    const timer = setTimeout(() => (confirm(t`Leave without saving?`) ? leave() : stay()), afterMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}
