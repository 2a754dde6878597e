import { AppError } from '../../core/errors.ts'
import { shuffled } from '../../library/order.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Member } from '../../model/member.ts'
import type { RemoteCommand } from '../../model/remote-command.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Ask, LibraryService } from '../library/library.ts'
import { playableParts } from '../library/playable-parts.ts'
import { visibleProfiles } from '../profiles/visible.ts'
import type { DeviceSession } from './playing.ts'
import type { PlayingService } from './service.ts'

/** Titles that one command may name. */
const maxItems = 1_000
const maxArguments = 20
const maxArgument = 4_000

const hasParts: ReadonlySet<string> = new Set(['series', 'season', 'playlist'])

type PlayRequest = Omit<Extract<RemoteCommand, { kind: 'play' }>, 'kind' | 'itemIds'> & {
  readonly items: readonly ItemRef[]
}

export type RemoteControl = ReturnType<typeof createRemoteControl>

/** Tells one device of a household what another one wants it to do. */
export function createRemoteControl({
  playing,
  library,
  itemIds,
  events,
  limiter,
}: {
  readonly playing: Pick<PlayingService, 'sessions' | 'setCompanion'>
  readonly library: LibraryService
  readonly itemIds: { encode(ref: ItemRef): string }
  readonly events: LiveEvents
  /** Commands of one person. */
  readonly limiter: RateLimiter
}) {
  async function requireSession(member: Member, sessionId: string): Promise<DeviceSession> {
    await limiter.take(`${member.configuration} ${member.profile.id}`)
    const anyOf = { deviceId: null, activeWithinMs: null, controllableBy: null }
    const found = await playing.sessions(member, anyOf)
    const session = found.find(({ id }) => id === sessionId)
    if (session) return session
    throw new AppError('NOT_FOUND', 'There is no such session that you may control.')
  }

  /** Throws NOT_FOUND for a session that the member may not control, or whose device cannot be reached. */
  async function send(member: Member, sessionId: string, command: RemoteCommand): Promise<void> {
    const { socket, remoteControllable } = await requireSession(member, sessionId)
    if (socket === null || !remoteControllable) {
      throw new AppError(
        'NOT_FOUND',
        socket === null
          ? 'This device is not connected now; open its app and try again.'
          : 'The app on this device has not said that it can be controlled.',
      )
    }
    const { configuration, profile } = member
    events.publish({ kind: 'command', configuration, socket, from: profile.id, command })
  }

  /** A series, season or playlist stands for what can be played of it. */
  async function playableIds(member: Member, refs: readonly ItemRef[], ask: Ask) {
    const ids: string[] = []
    for (const ref of refs.slice(0, maxItems)) {
      if (!hasParts.has(ref.kind)) ids.push(itemIds.encode(ref))
      else {
        const item = await library.item(member, ref, ask)
        const parts = item ? await playableParts(library, member, item, ask) : []
        ids.push(...parts.map((part) => itemIds.encode(part.ref)))
      }
      if (ids.length >= maxItems) break
    }
    if (ids.length > 0) return ids.slice(0, maxItems)
    throw new AppError('NOT_FOUND', 'Nothing of what is named can be played.')
  }

  return {
    async play(
      member: Member,
      sessionId: string,
      { items, ...request }: PlayRequest,
      ask: Ask,
    ): Promise<void> {
      if (request.command === 'PlayInstantMix') {
        throw new AppError(
          'BAD_REQUEST',
          'There are no instant mixes here; send PlayNow or PlayShuffle.',
        )
      }
      const ids = await playableIds(member, items, ask)
      const isShuffled = request.command === 'PlayShuffle'
      await send(member, sessionId, {
        kind: 'play',
        ...request,
        command: isShuffled ? 'PlayNow' : request.command,
        itemIds: isShuffled ? shuffled(ids) : ids,
      })
    },

    async control(
      member: Member,
      sessionId: string,
      request: Omit<Extract<RemoteCommand, { kind: 'playstate' }>, 'kind'>,
    ): Promise<void> {
      if (request.command === 'Seek' && request.positionMs === null) {
        throw new AppError('BAD_REQUEST', 'A seek needs the position to go to.')
      }
      if ((request.positionMs ?? 0) < 0) {
        throw new AppError('BAD_REQUEST', 'The position must not be negative.')
      }
      await send(member, sessionId, { kind: 'playstate', ...request })
    },

    async command(
      member: Member,
      sessionId: string,
      request: Omit<Extract<RemoteCommand, { kind: 'general' }>, 'kind'>,
    ): Promise<void> {
      const entries = Object.entries(request.arguments)
      const isTooMuch =
        entries.length > maxArguments ||
        entries.some(([name, value]) => name.length + value.length > maxArgument)
      if (isTooMuch) {
        throw new AppError(
          'BAD_REQUEST',
          `A command takes at most ${maxArguments} arguments of ${maxArgument} characters.`,
        )
      }
      await send(member, sessionId, { kind: 'general', ...request })
    },

    /** Somebody who watches along: what the device plays is kept in their history, too. */
    async setCompanion(
      member: Member,
      sessionId: string,
      userId: string,
      present: boolean,
    ): Promise<void> {
      const session = await requireSession(member, sessionId)
      const found = visibleProfiles(member).find(({ id }) => id === userId)
      if (!found) throw new AppError('NOT_FOUND', 'There is no such user.')
      if (found.id === session.profile.id) {
        throw new AppError('BAD_REQUEST', 'This user is the one who is signed in on the device.')
      }
      if (present && !member.profile.own && found.needs !== null) {
        throw new AppError('FORBIDDEN', 'This user has a PIN or a password, and must join alone.')
      }
      await playing.setCompanion(member, session, found.id, present)
    },
  }
}
