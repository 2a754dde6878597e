import type { LibraryItem } from '../model/library-item.ts'

export type ExpectedLength = {
  readonly ownMs: number | null
  /** In its series. Null for specials, which take any time. */
  readonly usualMs: number | null
  readonly isSpecial: boolean
}

export type LengthOf = Pick<LibraryItem, 'runtimeMs' | 'season' | 'usualRuntime'>

export function expectedLength({ runtimeMs, season, usualRuntime }: LengthOf): ExpectedLength {
  const isSpecial = season === 0
  if (!usualRuntime) return { ownMs: runtimeMs, usualMs: null, isSpecial }
  return { ownMs: null, usualMs: isSpecial ? null : runtimeMs, isSpecial }
}
