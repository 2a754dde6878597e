import { useState } from 'react'

/** Which rows are unfolded, chosen and so on; kept by what stays while rows come and go. */
export function useKeySet() {
  const [keys, setKeys] = useState<readonly string[]>([])
  return {
    has: (key: string): boolean => keys.includes(key),
    toggle: (key: string): void =>
      setKeys((before) =>
        before.includes(key) ? before.filter((one) => one !== key) : [...before, key],
      ),
    drop: (key: string): void => setKeys((before) => before.filter((one) => one !== key)),
    clear: (): void => setKeys([]),
  }
}

export type KeySet = ReturnType<typeof useKeySet>
