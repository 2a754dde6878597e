import { useState } from 'react'

/** True from the first time on that the value was: what was shown once keeps its state while it is folded away. */
export function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(value)
  if (value && !was) setWas(true)
  return was
}
