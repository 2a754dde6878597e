import { Suspense } from 'react'
import type { DialogProps } from './dialog-window.tsx'
import { lazyPart } from './lazy-part.ts'
import { useOnceTrue } from './use-once-true.ts'

const DialogWindow = lazyPart(async () => (await import('./dialog-window.tsx')).DialogWindow)

/** A question in a window of its own. Its script is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const isNeeded = useOnceTrue(props.opened)
  return (
    isNeeded && (
      <Suspense>
        <DialogWindow {...props} />
      </Suspense>
    )
  )
}
