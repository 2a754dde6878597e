import { useSyncExternalStore } from 'react'

export type Store<T> = ReturnType<typeof createStore<T>>

/** A value outside of React that pages follow. */
export function createStore<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    get: (): T => value,
    set(next: T): void {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
  }
}

export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get)
}
