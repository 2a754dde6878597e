import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../data/session.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'

export function FailurePage({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
  }
  useEffect(() => session.subscribe(() => session.get().state === 'open' && retry()))
  return (
    <div className="page">
      <FailureNotice error={error} retry={retry} />
    </div>
  )
}
