import { setTimeout as pause } from 'node:timers/promises'
import type { Version } from '../../model/version.ts'
import { maxTried, nextOf, placeholderMs } from './open-first.ts'
import type { FirstOptions } from './open-first.ts'
import type { Playable } from './playable.ts'

type Options = Pick<FirstOptions, 'versions' | 'fileHeaders'>

/** The version to send a player to, or one of those most like it. Nothing is opened but headers, where they are read. */
export async function chooseFirst(
  options: Options,
  playable: Playable,
  signal: AbortSignal,
): Promise<Version> {
  const { versions } = options
  const tried = new Set<number>()
  while (tried.size < maxTried) {
    const next = await nextOf(options, playable, { tried, avoided: new Set(), signal })
    if (next === null) break
    if (await versions.hasFailed(next.ref)) return next
    if (!(await isClip(options, { ...playable, version: next }, signal))) return next
    tried.add(next.ref.version)
    await versions.markDead(next, 'invalid')
  }
  return playable.version
}

async function isClip(
  { fileHeaders }: Options,
  { version, item }: Playable,
  signal: AbortSignal,
): Promise<boolean> {
  const question = { version, runtimeMs: item.runtimeMs }
  if (!fileHeaders || !(await fileHeaders.isTooShort(question))) return false
  await pause(placeholderMs, undefined, { signal })
  return fileHeaders.isTooShort(question)
}
