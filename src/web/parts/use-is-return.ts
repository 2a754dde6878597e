import { useElementScrollRestoration } from '@tanstack/react-router'

/** Whether the router scrolls down to where somebody was: what is above must have its height by then. */
export function useIsReturn(): boolean {
  return (useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0) > 0
}
