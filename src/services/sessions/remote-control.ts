import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { shuffled } from '../../library/order.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import { typeNames } from '../../model/item-ref.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { RemoteCommand } from '../../model/remote-command.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Ask } from '../library/deps.ts'
import type { ItemAccess } from '../library/item-access.ts'
import { visibleProfiles } from '../users/visible.ts'
import type { DeviceSession } from './device-session.ts'
import type { SessionService } from './service.ts'
import type { Sockets } from './sockets.ts'

const maxItems = 1_000
const maxArguments = 20
const maxArgument = 4_000

const hasParts: ReadonlySet<string> = new Set(['series', 'season', 'playlist'])

/** Missing fields may be null or absent. */
type Loose<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }
type Command<Kind extends RemoteCommand['kind']> = Omit<
  Extract<RemoteCommand, { kind: Kind }>,
  'kind'
>

type PlayInput = Pick<Command<'play'>, 'command' | 'itemIds'> &
  Loose<Omit<Command<'play'>, 'command' | 'itemIds'>> & { readonly sessionId: string }
type ControlInput = Pick<Command<'playstate'>, 'command'> &
  Loose<Pick<Command<'playstate'>, 'positionMs'>> & { readonly sessionId: string }
type CommandInput = Pick<Command<'general'>, 'command'> & {
  readonly sessionId: string
  readonly arguments?: readonly Argument[] | null | undefined
}
type Argument = { readonly name: string; readonly value: string }
type ShowInput = {
  readonly sessionId: string
  readonly itemId: string
  readonly itemName: string
  readonly itemType?: ItemKind | null | undefined
}
type CompanionInput = {
  readonly sessionId: string
  readonly userId: string
  readonly present: boolean
}

export type RemoteControlOptions = {
  readonly sessions: Pick<SessionService, 'devices' | 'setCompanion'>
  readonly items: Pick<ItemAccess, 'requireRef' | 'findByRef' | 'playableParts'>
  readonly itemIds: ItemIds
  readonly events: Pick<LiveEvents, 'publish' | 'deliver'>
  readonly sockets: Pick<Sockets, 'isHere'>
  readonly limiter: RateLimiter
}

export type RemoteControl = ReturnType<typeof createRemoteControl>

/** Throws NOT_FOUND for a session that is disconnected or may not be controlled, SERVICE_UNAVAILABLE if its node is unreachable. */
export function createRemoteControl(options: RemoteControlOptions) {
  return {
    play: async (
      user: User,
      { sessionId, itemIds, ...given }: PlayInput,
      ask: Ask,
    ): Promise<true> => {
      refuseNegative(given.startPositionMs)
      const refs = itemIds.map((id) => options.items.requireRef(user, id))
      if (given.command === 'PlayInstantMix') {
        throw new AppError(
          'BAD_REQUEST',
          'There are no instant mixes here; send PlayNow or PlayShuffle.',
        )
      }
      const ids = await playableIds(options, user, refs, ask)
      const isShuffled = given.command === 'PlayShuffle'
      return send(options, user, sessionId, {
        kind: 'play',
        command: isShuffled ? 'PlayNow' : given.command,
        itemIds: isShuffled ? shuffled(ids) : ids,
        startPositionMs: given.startPositionMs ?? null,
        mediaSourceId: given.mediaSourceId ?? null,
        audioIndex: given.audioIndex ?? null,
        subtitleIndex: given.subtitleIndex ?? null,
        startIndex: given.startIndex ?? null,
      })
    },

    control: async (user: User, { sessionId, command, ...given }: ControlInput): Promise<true> => {
      const positionMs = given.positionMs ?? null
      if (command === 'Seek' && positionMs === null) {
        throw new AppError('BAD_REQUEST', 'A seek needs the position to go to.')
      }
      refuseNegative(positionMs)
      return send(options, user, sessionId, { kind: 'playstate', command, positionMs })
    },

    command: async (
      user: User,
      { sessionId, command, arguments: given }: CommandInput,
    ): Promise<true> =>
      send(options, user, sessionId, { kind: 'general', command, arguments: textsOf(given ?? []) }),

    /** Throws BAD_REQUEST for an id that is not an item's. */
    showItem: async (user: User, { sessionId, ...shown }: ShowInput): Promise<true> => {
      const { itemId, itemName, itemType } = shown
      const ref = options.itemIds.decode(itemId)
      if (!ref || ref.kind === 'user') {
        throw new AppError('BAD_REQUEST', 'itemId must be the id of an item.')
      }
      const given = textsOf([
        { name: 'ItemId', value: itemId },
        { name: 'ItemName', value: itemName },
        { name: 'ItemType', value: typeNames[itemType ?? ref.kind] },
      ])
      const command = { kind: 'general', command: 'DisplayContent', arguments: given } as const
      return send(options, user, sessionId, command)
    },

    /** Adds or removes a companion, whose history also records what the device plays. */
    setCompanion: async (
      user: User,
      { sessionId, userId, present }: CompanionInput,
    ): Promise<true> => {
      const session = await requireSession(options, user, sessionId)
      const found = visibleProfiles(user).find(({ id }) => id === userId)
      if (!found) throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
      if (found.id === session.profile.id) {
        throw new AppError('BAD_REQUEST', 'This user is already signed in on the device.')
      }
      if (present && !user.profile.isOwner && found.needs !== null) {
        throw new AppError(
          'FORBIDDEN',
          'This user has a PIN or a password, so nobody else can add them.',
        )
      }
      await options.sessions.setCompanion(user, session, found.id, present)
      return true
    },
  }
}

function refuseNegative(positionMs: number | null | undefined): void {
  if ((positionMs ?? 0) < 0) {
    throw new AppError('BAD_REQUEST', 'The position must not be negative.')
  }
}

async function requireSession(
  { sessions, limiter }: RemoteControlOptions,
  user: User,
  sessionId: string,
): Promise<DeviceSession> {
  await limiter.take(`${user.configuration} ${user.profile.id}`)
  const found = await sessions.devices(user)
  const session = found.find(({ id }) => id === sessionId)
  if (session) return session
  throw new AppError('NOT_FOUND', 'There is no such session that you may control.')
}

async function send(
  options: RemoteControlOptions,
  user: User,
  sessionId: string,
  command: RemoteCommand,
): Promise<true> {
  const { socket, remoteControllable } = await requireSession(options, user, sessionId)
  if (socket === null || !remoteControllable) {
    throw new AppError(
      'NOT_FOUND',
      socket === null
        ? 'This device is not connected now; open its app and try again.'
        : 'The app on this device does not support remote control.',
    )
  }
  const { configuration, profile } = user
  const event = { kind: 'command', configuration, socket, from: profile.id, command } as const
  if (options.sockets.isHere(socket)) options.events.publish(event)
  else if (!(await options.events.deliver(event))) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'The device is connected to another node, which cannot be reached now; try again soon.',
      { retryAfter: 5 },
    )
  }
  return true
}

async function playableIds(
  { items, itemIds }: RemoteControlOptions,
  user: User,
  refs: readonly ItemRef[],
  ask: Ask,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const ref of refs.slice(0, maxItems)) {
    if (!hasParts.has(ref.kind)) ids.push(itemIds.encode(ref))
    else {
      const item = await items.findByRef(user, ref, ask)
      const parts = item ? await items.playableParts(user, item, ask) : []
      ids.push(...parts.map((part) => itemIds.encode(part.ref)))
    }
    if (ids.length >= maxItems) break
  }
  if (ids.length > 0) return ids.slice(0, maxItems)
  throw new AppError('NOT_FOUND', 'None of these items can be played.')
}

/** Keeps texts, numbers and flags. Throws BAD_REQUEST for too many or too long ones. */
function textsOf(given: readonly Argument[]): Readonly<Record<string, string>> {
  const isTooMuch =
    given.length > maxArguments ||
    given.some(({ name, value }) => name.length + value.length > maxArgument)
  if (!isTooMuch) return Object.fromEntries(given.map(({ name, value }) => [name, value]))
  throw new AppError(
    'BAD_REQUEST',
    `A command takes at most ${maxArguments} arguments of ${maxArgument} characters.`,
  )
}
