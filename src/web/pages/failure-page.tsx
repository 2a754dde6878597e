import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailureNotice } from '../parts/failure-notice.tsx'

export function FailurePage({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  return (
    <div className="page">
      <FailureNotice
        error={error}
        retry={() => {
          queries.reset()
          reset()
        }}
      />
    </div>
  )
}
