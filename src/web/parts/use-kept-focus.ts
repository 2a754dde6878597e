import { useEffect } from 'react'
import type { RefObject } from 'react'

const controls =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
const retries = '[data-retry]'
/** What takes the focus where no control is left beside it. */
const fallbacks = '[role=status][tabindex], h1, h2, h3'

type Kept = {
  readonly element: Element
  /** Those around it, the nearest first. */
  readonly around: readonly Element[]
  /** All that could take the focus then, in order. */
  readonly all: readonly Element[]
}

/** What has the focus may be removed or disabled by what it does: then what stands beside it takes the focus. */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = area.current!
    let kept: Kept | null = null
    /** What has the focus while something is asked again. */
    let asked: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      const element = target as Element
      if (root.contains(element)) kept = { element, ...surroundings(element, root) }
      // A dialog gives the focus back.
      else if (!element.closest('[role=dialog]')) kept = null
    }
    // Who clicks beside everything wants nothing to have the focus.
    const forget = ({ target, relatedTarget }: FocusEvent) =>
      queueMicrotask(() => {
        if (relatedTarget === null && kept?.element === target && isUsable(kept.element))
          kept = null
      })
    const restore = () => {
      if (!kept || isBusy(kept.element)) return
      const { activeElement } = document
      const isLost = activeElement === kept.element && !isUsable(kept.element)
      if (isLost || activeElement === document.body) {
        const next =
          (isUsable(kept.element) ? kept.element : neighbourOf(kept)) ??
          root.querySelector('h1') ??
          root
        if (kept.element.matches(retries) || kept.element === asked) asked = next
        focus(next)
      }
      if (asked !== null && document.activeElement === asked) focus(retryBelow(asked, root))
    }
    const observer = new MutationObserver(restore)
    const attributeFilter = ['disabled', 'data-loading']
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter })
    document.addEventListener('focusin', remember)
    root.addEventListener('focusout', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      root.removeEventListener('focusout', forget)
    }
  }, [area])
}

function surroundings(element: Element, root: Element) {
  const around: Element[] = []
  for (let at = element.parentElement; at && root.contains(at); at = at.parentElement)
    around.push(at)
  return { around, all: [...root.querySelectorAll(`${controls}, ${fallbacks}`)] }
}

/** In the nearest part that is left: the next control, else the one before, else a status or heading, which a retry leads to. */
function neighbourOf({ element, around, all }: Kept): Element | null {
  const place = all.indexOf(element)
  const isRetry = element.matches(retries)
  const later = isRetry ? [] : all.slice(place + 1)
  const earlier = all
    .slice(0, place)
    .filter((one) => !isRetry || one.matches(fallbacks))
    .reverse()
  for (const part of around.filter((one) => one.isConnected)) {
    const inside = (one: Element) => part.contains(one) && isUsable(one)
    const found =
      later.find((one) => inside(one) && one.matches(controls)) ??
      earlier.find((one) => inside(one))
    if (found) return found
  }
  return null
}

function retryBelow(heading: Element, root: Element): Element | null {
  const all = [...root.querySelectorAll(`${retries}, ${fallbacks}`)]
  const next = all[all.indexOf(heading) + 1]
  return next?.matches(retries) ? next : null
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility()
}

/** A button that waits for an answer is itself again afterwards. */
function isBusy(element: Element): boolean {
  return element.isConnected && element.hasAttribute('data-loading')
}

function focus(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(controls)) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
