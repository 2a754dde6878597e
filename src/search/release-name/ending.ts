import { subtitleContainers, videoContainers, wrapperEndings } from './tables/containers.ts'
import { Gap } from './characters.ts'
import type { Tokens } from './tokens.ts'

export type Ending = {
  readonly container: string | null
  readonly isSubtitle: boolean
  readonly end: number
}

/** In capitals these are tags: a `TS` is not a transport stream. */
const smallOnly = new Set(['ts', 'divx', 'dat', 'bin', 'img', 'sub', 'qt'])

/** Sites also write `Name mkv`. */
export function readEnding({ name, list }: Tokens): Ending {
  let end = list.length
  while (end > 1 && (list[end - 1]!.gap & Gap.dot) !== 0 && wrapperEndings.has(list[end - 1]!.text))
    end -= 1
  const last = list[end - 1]
  if (last === undefined || end < 2) return { container: null, isSubtitle: false, end }
  const isDotted = name[last.start - 1] === '.'
  const isSubtitle = isDotted && subtitleContainers.has(last.text)
  const isVideo =
    videoContainers.has(last.text) &&
    (isDotted || (last.gap === Gap.space && /^m(?:kv|p4)$/.test(last.text)))
  const isWritten = !smallOnly.has(last.text) || name.slice(last.start, last.end) === last.text
  return (isVideo || isSubtitle) && isWritten
    ? { container: last.text, isSubtitle, end: end - 1 }
    : { container: null, isSubtitle: false, end }
}
