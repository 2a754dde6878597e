import { createElement, lazy } from 'react'
import type { ComponentType } from 'react'
import { loadPart } from '../data/load-part.ts'
import { PartBoundary, ReloadNotice } from './part-boundary.tsx'

/** A part of a page that is loaded once it is shown. Where it is gone, what stands around it stays. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await loadPart(load) }))
  const instead = createElement(ReloadNotice)
  return (props: Props) =>
    createElement(PartBoundary, { instead, children: createElement(Part, props) })
}
