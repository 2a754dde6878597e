import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../data/session.ts'
import { untilAdmitted, untilAskedAgain } from '../data/until-answered.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'

export function FailurePage({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  const cache = useQueryClient().getQueryCache()
  const retry = () => {
    queries.reset()
    reset()
  }
  useEffect(() => session.subscribe(() => session.get().state === 'open' && retry()))
  useEffect(() => {
    const refused = cache.findAll().find(({ state }) => state.error === error)
    const pauseMs = refused ? untilAskedAgain(refused) : untilAdmitted(error)
    if (pauseMs === false) return undefined
    const timer = setTimeout(retry, pauseMs)
    const onVisibility = () => document.hidden || retry()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [cache, error])
  return (
    <div className="page">
      <FailureNotice error={error} retry={retry} />
    </div>
  )
}
