import { useEffect, useState } from 'react'

export function whenIdle(act: () => void): (() => void) | undefined {
  // Safari has no such call.
  if (!('requestIdleCallback' in window)) return void setTimeout(act, 2_000)
  const request = requestIdleCallback(act)
  return () => cancelIdleCallback(request)
}

/** True once the browser has nothing else to do: for parts below what is seen first. */
export function useOnceIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}
