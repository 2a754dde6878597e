import { useEffect } from 'react'
import type { RefObject } from 'react'

const controls =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
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
    const remember = ({ target }: FocusEvent) => {
      const element = target as Element
      if (root.contains(element)) kept = { element, ...surroundings(element, root) }
      // A dialog gives the focus back.
      else if (!element.closest('[role=dialog]')) kept = null
    }
    // Who clicks beside everything wants nothing to have the focus.
    const forget = ({ relatedTarget }: FocusEvent) =>
      queueMicrotask(() => {
        if (relatedTarget === null && kept && isUsable(kept.element)) kept = null
      })
    const restore = () => {
      if (!kept || isBusy(kept.element)) return
      const { activeElement } = document
      const isLost = activeElement === kept.element && !isUsable(kept.element)
      if (!isLost && activeElement !== document.body) return
      const next = isUsable(kept.element) ? kept.element : neighbourOf(kept)
      focus(next ?? root.querySelector('h1'))
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

/** In the nearest part that is left: the next control, else the one before, else a status or heading. */
function neighbourOf({ element, around, all }: Kept): Element | null {
  const place = all.indexOf(element)
  const later = all.slice(place + 1)
  const earlier = all.slice(0, place).reverse()
  for (const part of around.filter((one) => one.isConnected)) {
    const inside = (one: Element) => part.contains(one) && isUsable(one)
    const found =
      later.find((one) => inside(one) && one.matches(controls)) ??
      earlier.find((one) => inside(one))
    if (found) return found
  }
  return null
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
  if (element.matches(fallbacks)) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
