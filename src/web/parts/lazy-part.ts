import { createElement, lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadPart } from '../data/load-part.ts'
import { PartBoundary, ReloadNotice } from './part-boundary.tsx'

const notice = createElement(ReloadNotice)

/** A part of a page that is loaded once it is shown. Where it is gone, what stands around it stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  insteadOf: (props: Props) => ReactNode = () => notice,
) {
  const Part = lazy(async () => ({ default: await loadPart(load) }))
  return (props: Props) =>
    createElement(PartBoundary, {
      instead: insteadOf(props),
      children: createElement(Part, props),
    })
}
