import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { saidDelay } from './failure.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'
import { useLastError } from './use-last-error.ts'

const soonMs = 5_000
const seldomMs = 60_000

type Asked = Pick<
  UseQueryResult,
  | 'data'
  | 'error'
  | 'errorUpdateCount'
  | 'errorUpdatedAt'
  | 'isPending'
  | 'isPlaceholderData'
  | 'refetch'
>

/**
 * Asks again while it is needed or nothing could be read, and the page is seen: less and less often while the answer
 * stays the same, and at once when the page is seen again; never sooner than the service says.
 */
export function usePolling(query: Asked, isNeeded: boolean): void {
  const { data, isPlaceholderData, errorUpdatedAt, refetch } = query
  const answer = isPlaceholderData ? undefined : data
  const error = useLastError(query)
  const isOpen = useStore(session).state === 'open'
  const isWanted = isOpen && (isNeeded || (answer === undefined && error !== null))
  const waitMs = useEffectEvent(() =>
    error === null ? 0 : errorUpdatedAt + (saidDelay(error) ?? 0) - Date.now(),
  )
  useEffect(() => {
    if (!isWanted) return undefined
    let pause = soonMs
    let timer: ReturnType<typeof setTimeout> | undefined

    function later(): void {
      timer = setTimeout(ask, pause)
      pause = Math.min(pause * 2, seldomMs)
    }

    function ask(): void {
      const rest = waitMs()
      if (rest > 0) {
        timer = setTimeout(ask, rest)
        return
      }
      void refetch({ cancelRefetch: false })
      later()
    }

    function onVisibility(): void {
      clearTimeout(timer)
      pause = soonMs
      if (!document.hidden) ask()
    }

    if (!document.hidden) later()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [isWanted, answer, refetch])
}
