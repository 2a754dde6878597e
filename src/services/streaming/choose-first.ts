import { setTimeout as pause } from 'node:timers/promises'
import { expectedLength } from '../../library/expected-length.ts'
import type { FailureKind } from '../../model/source-health.ts'
import type { Version } from '../../model/version.ts'
import { createSingleFlight } from '../../core/single-flight.ts'
import { deviceOf } from '../versions/playing.ts'
import type { Playing, PlayingDevice } from '../versions/playing.ts'
import { isDeathForPlayers } from './ask-twice.ts'
import type { FileHeaders } from '../file-headers/service.ts'
import { inLookUpTime, maxTried, nextOf } from './open-first.ts'
import type { FirstOptions } from './open-first.ts'
import { placeholderMs } from './open-judged.ts'
import type { Playable } from './playable.ts'
import { placeKeyOf } from './playing-places.ts'
import type { PlayingPlaces } from './playing-places.ts'
import { createWaitBudget } from './wait-budget.ts'

type Options = Pick<FirstOptions, 'versions' | 'headersMs' | 'times'> & {
  readonly fileHeaders: Pick<FileHeaders, 'failureOf'> | null
}

type Choice = Pick<Playing, 'device'> & { readonly version: Version }

/** Players that begin at the same time share a choice; what does not suit the device that is asking is its own. */
export function createChoices(options: Options, places: Pick<PlayingPlaces, 'isTaken'>) {
  const choosing = createSingleFlight()

  return async (
    playable: Playable,
    device: PlayingDevice | null,
    client: AbortSignal,
  ): Promise<Choice> => {
    const chooser = deviceOf(playable)
    const choose = async (signal: AbortSignal) => {
      return { version: await chooseFirst(options, playable, signal), chooser }
    }
    const choiceOf = (whose: PlayingDevice | null) =>
      choosing.join(placeKeyOf(playable, whose), choose, client)
    const shared = await choiceOf(device)
    if (await places.isTaken(playable, shared.version)) return { version: shared.version, device }
    const { version } = shared.chooser === chooser ? shared : await choiceOf(chooser)
    return { version, device: chooser }
  }
}

/**
 * The version to send a player to, or one of those most like it. Nothing is opened but headers, where they are read; once
 * their time is over, the next one that is not known to be dead is taken.
 */
export function chooseFirst(
  options: Options,
  playable: Playable,
  client: AbortSignal,
): Promise<Version> {
  return inLookUpTime(client, options.times.lookUpMs, (signal) =>
    firstAlive(options, playable, client, signal),
  )
}

async function firstAlive(
  options: Options,
  playable: Playable,
  client: AbortSignal,
  signal: AbortSignal,
): Promise<Version> {
  const { versions } = options
  const tried = new Set<number>()
  const inHeaderTime = createWaitBudget(options.headersMs)
  let withheld: Version | null = null
  while (tried.size < maxTried) {
    const next = await nextOf(options, playable, { tried, avoided: new Set(), signal })
    if (next === null) break
    if (await versions.hasFailed(next.ref)) return withheld ?? next
    const death = await inHeaderTime(client, (late) =>
      deathOf(options, { ...playable, version: next }, late),
    )
    client.throwIfAborted()
    if (death === null) return next
    tried.add(next.ref.version)
    if (death === 'withheld') withheld ??= next
    else await versions.markDead(next, death)
  }
  return withheld ?? playable.version
}

async function deathOf(
  { fileHeaders }: Options,
  { version, item }: Playable,
  signal: AbortSignal,
): Promise<FailureKind | 'withheld' | null> {
  if (!fileHeaders) return null
  const question = { version, expected: expectedLength(item) }
  let failure = await fileHeaders.failureOf(question, signal)
  if (failure === 'clip') {
    await pause(placeholderMs, undefined, { signal }).catch(() => {})
    failure = await fileHeaders.failureOf(question, signal)
  }
  if (failure === null || failure === 'withheld') return failure
  const kind = failure === 'clip' ? 'invalid' : failure
  return isDeathForPlayers({ kind }) ? kind : null
}
