import { useEffect, useState } from 'react'

const shownMs = 2_000

/** Copies a text, and says for a moment whether that worked. */
export function useCopy(text: () => string) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  return {
    outcome,
    copy: () => void write(text()).then((done) => setOutcome(done ? 'copied' : 'failed')),
  }
}

/** A page that came over plain http has no clipboard of its own. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writeSelected(text)
  }
}

function writeSelected(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'copied-text'
  // Beside the button: a dialog takes the focus back from what stands elsewhere.
  ;(focused?.parentElement ?? document.body).append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}
