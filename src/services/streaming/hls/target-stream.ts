import { AppError } from '../../../core/errors.ts'
import { UpstreamError } from '../../../core/upstream-error.ts'
import type { User } from '../../../model/household.ts'
import type { ItemIds } from '../../../model/item-ids.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { GuardedOpen } from '../../../security/guarded-stream.ts'
import { readerOf } from '../../library/item-access.ts'
import type { LibraryService } from '../../library/service.ts'
import { accessWhileSending } from '../../users/lasting-access.ts'
import type { LastingAccess, LastingAccessService } from '../../users/lasting-access.ts'
import type { UserService } from '../../users/service.ts'
import type { ProxyRequest } from '../open-version.ts'
import { headersOf } from '../proxied-stream.ts'
import type { ProxiedStream } from '../proxied-stream.ts'
import { resumedBody } from '../resumed-body.ts'
import type { Viewings } from '../viewings.ts'
import { openTarget } from './open-target.ts'
import type { OpenedTarget } from './open-target.ts'
import { isWhole } from './playlist-answer.ts'
import type { PlaylistWriter } from './service.ts'
import { targetFailure } from './target-failure.ts'
import type { Target, Targets } from './targets.ts'

export type TargetQuestion = {
  readonly versionId: string
  readonly sealed: string
  readonly caller: User | null
  readonly toVideos: string
}

export type TargetStreamOptions = {
  readonly open: GuardedOpen
  readonly library: Pick<LibraryService, 'maySee'>
  readonly itemIds: Pick<ItemIds, 'decode' | 'encode'>
  readonly users: Pick<UserService, 'bearer' | 'ofProfile'>
  readonly lastingAccess: LastingAccessService
  readonly targets: Pick<Targets, 'open'>
  readonly writer: PlaylistWriter
  readonly viewings: Viewings
}

/** For the user for whom the playlist was read. Throws NOT_FOUND, OutsideAccessTimes, SERVICE_UNAVAILABLE where it does not come. */
export function createTargetStream(options: TargetStreamOptions) {
  const { open, library, itemIds, users, lastingAccess, targets, writer, viewings } = options

  async function userOf(
    { profileId, credentialVersion }: Target,
    ref: ItemRef,
    caller: User | null,
  ): Promise<User | null> {
    if (profileId === null) return readerOf(users, ref, caller)
    if (caller !== null && caller.profile.id !== profileId) return null
    return users.ofProfile(ref.configuration, profileId, credentialVersion)
  }

  /** Null for anyone who knows the id, too, and for a caller, whose own access ends the request. */
  async function accessOf(
    target: Target,
    ref: ItemRef,
    { user, caller }: { readonly user: User; readonly caller: User | null },
  ): Promise<LastingAccess | null> {
    if (target.profileId === null || caller !== null) return null
    const ask = async () => (await userOf(target, ref, caller)) ?? unknown()
    return accessWhileSending(user, () => lastingAccess.open(ask, () => {}))
  }

  return async (question: TargetQuestion, asked: ProxyRequest): Promise<ProxiedStream> => {
    const { toVideos, caller } = question
    const ref = itemIds.decode(question.versionId)
    const versionId = ref?.kind === 'version' ? itemIds.encode(ref) : ''
    const target = targets.open(versionId, question.sealed)
    const user = ref && target && (await userOf(target, ref, caller))
    if (!user || !(await library.maySee(user, target.title))) return unknown()

    const { variables, ...bound } = target
    const reader = { ...bound, versionId, toVideos }
    const leave = viewings.take(user.configuration, target.viewing)
    let access: LastingAccess | null = null
    const release = (): void => {
      access?.close()
      leave()
    }
    try {
      access = await accessOf(target, ref, { user, caller })
      const signal = access ? AbortSignal.any([asked.signal, access.ended]) : asked.signal
      const request = { ...asked, signal }
      const opening = (part: Partial<ProxyRequest>) =>
        openTarget(open, target, user.configuration, { ...request, ...part })
      const opened = await opening({})
      if (opened.isPlaylist || target.kind === 'json') {
        const answer = await wholeOf(opened, opening)
        const written = opened.isPlaylist
          ? await writer.playlist(answer, request, reader, variables)
          : await writer.json(answer, request, reader)
        release()
        return written
      }
      const isHead = request.method === 'HEAD'
      const body = isHead ? opened.body : resumedBody(opened, opening)
      body.once('close', release)
      if (body.destroyed) release()
      return { status: opened.status, headers: headersOf(opened, opened.type), body }
    } catch (error) {
      release()
      const refusal: unknown = access?.ended.reason
      if (refusal instanceof AppError) throw refusal
      throw error instanceof UpstreamError ? targetFailure(error) : error
    }
  }
}

/** Players ask for parts of playlists too, of which nothing could be rewritten. */
async function wholeOf(
  opened: OpenedTarget,
  opening: (part: Partial<ProxyRequest>) => Promise<OpenedTarget>,
): Promise<OpenedTarget> {
  if (isWhole(opened)) return opened
  opened.body.destroy()
  return opening({ range: null, ifRange: null })
}

function unknown(): never {
  throw new AppError('NOT_FOUND', 'There is nothing to play here; open the title again.')
}
