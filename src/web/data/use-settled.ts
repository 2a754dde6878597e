import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { isSame } from './differences.ts'

/** The value once it has stood for this time. Made anew but equal, it is the same one, and nothing is drawn again. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [stable, setStable] = useState(value)
  if (!isSame(stable, value)) setStable(value)
  const [settled] = useDebouncedValue(stable, ms)
  return settled
}
