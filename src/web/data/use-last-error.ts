import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Asked = Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isPending' | 'isPlaceholderData'>

/** Stays while a question that has never been answered is asked again. */
export function useLastError(query: Asked): Error | null {
  const { error, errorUpdateCount, isPending, isPlaceholderData } = query
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  const isAskedAgain = errorUpdateCount > 0 && (isPending || isPlaceholderData)
  return error ?? (isAskedAgain ? last : null)
}
