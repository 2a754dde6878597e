import { Children } from 'react'
import type { ReactNode } from 'react'
import { useIsReturn } from './use-is-return.ts'
import { useOnceIdle } from './when-idle.ts'

type Props = {
  readonly children: ReactNode
  readonly instead?: ReactNode
  readonly isUrgent?: boolean
}

/** What takes long or lies below what is seen first, once the browser has nothing else to do. */
export function OnceIdle({ children, instead = null, isUrgent = false }: Props) {
  return useOnceIdle(isUrgent) ? children : instead
}

export function OneByOne({ children }: { children: ReactNode }) {
  const isReturn = useIsReturn()
  return Children.map(children, (child) => <OnceIdle isUrgent={isReturn}>{child}</OnceIdle>)
}
