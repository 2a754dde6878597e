import { startTransition, useEffect, useState } from 'react'

const standInMs = 200

export function whenIdle(
  act: () => void,
  options?: IdleRequestOptions,
  pauseMs = standInMs,
): () => void {
  if (!('requestIdleCallback' in window)) return afterFrame(act, pauseMs)
  const request = requestIdleCallback(act, options)
  return () => cancelIdleCallback(request)
}

/** For Safari, which has no idle callbacks. A hidden tab has no frames either. */
function afterFrame(act: () => void, pauseMs: number): () => void {
  let frame = 0
  let timer = setTimeout(() => {
    if (document.hidden) {
      act()
      return
    }
    frame = requestAnimationFrame(() => {
      timer = setTimeout(act)
    })
  }, pauseMs)
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}

const waiting = new Set<() => void>()
let isScheduled = false
const latestMs = 1_000

/** Each in an idle time of its own, so that a click waits for one of them at most. */
export function inOrder(act: () => void): () => void {
  waiting.add(act)
  schedule()
  return () => waiting.delete(act)
}

function schedule(pauseMs?: number): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  whenIdle(takeNext, { timeout: latestMs }, pauseMs)
}

function takeNext(): void {
  isScheduled = false
  const [next] = waiting
  if (!next) return
  waiting.delete(next)
  next()
  schedule(0)
}

/** True once the browser has nothing else to do: each user of it in its turn. `isUrgent`: from the first. */
export function useOnceIdle(isUrgent = false): boolean {
  const [isIdle, setIdle] = useState(isUrgent)
  useEffect(
    () => (isIdle ? undefined : inOrder(() => startTransition(() => setIdle(true)))),
    [isIdle],
  )
  return isIdle
}
