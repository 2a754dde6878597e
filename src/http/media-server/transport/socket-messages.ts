import { randomBytes } from 'node:crypto'
import type { Services } from '../../../graphql/services.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { User } from '../../../model/household.ts'
import type { RemoteCommand } from '../../../model/remote-command.ts'
import { dateTimeOf, ticksOf } from './times.ts'
import { toUserData } from '../items/user-data-dto.ts'

const maxItems = 100

export function messageOf(type: string, data?: unknown): string {
  return JSON.stringify({
    MessageType: type,
    MessageId: randomBytes(16).toString('hex'),
    ...(data === undefined ? {} : { Data: data }),
  })
}

/** Null if none of the items is known to the caller. */
export async function userDataMessage(
  { library, playlists, itemIds }: Pick<Services, 'library' | 'playlists' | 'itemIds'>,
  user: User,
  refs: readonly ItemRef[],
  signal: AbortSignal,
): Promise<string | null> {
  const unique = new Map(refs.map((ref) => [itemIds.encode(ref), ref]))
  const found = await library.summaries(user, [...unique.values()].slice(0, maxItems), { signal })
  const items = found.filter((item) => item !== null)
  if (items.length === 0) return null
  const states = await playlists.states(user, items)
  return messageOf('UserDataChanged', {
    UserId: user.profile.id,
    UserDataList: items.map((item, index) => {
      const state = states[index]!
      const watch = { ...state, lastPlayedAt: dateTimeOf(state.lastPlayedAt) }
      return toUserData(watch, itemIds.encode(item.ref), item.key)
    }),
  })
}

/** Without titles: apps reload the lists. */
export function libraryMessage(): string {
  return messageOf('LibraryChanged', {
    FoldersAddedTo: [],
    FoldersRemovedFrom: [],
    ItemsAdded: [],
    ItemsRemoved: [],
    ItemsUpdated: [],
    CollectionFolders: [],
    IsEmpty: false,
  })
}

/** What the app is to do, in the words of the standard's three messages. */
export function commandMessage(from: string, command: RemoteCommand): string {
  const ticks = (ms: number | null) => (ms === null ? undefined : ticksOf(ms))
  if (command.kind === 'playstate') {
    return messageOf('Playstate', {
      Command: command.command,
      SeekPositionTicks: ticks(command.positionMs),
      ControllingUserId: from,
    })
  }
  if (command.kind === 'general') {
    return messageOf('GeneralCommand', {
      Name: command.command,
      ControllingUserId: from,
      Arguments: command.arguments,
    })
  }
  return messageOf('Play', {
    ItemIds: command.itemIds,
    StartPositionTicks: ticks(command.startPositionMs),
    PlayCommand: command.command,
    ControllingUserId: from,
    SubtitleStreamIndex: command.subtitleIndex ?? undefined,
    AudioStreamIndex: command.audioIndex ?? undefined,
    MediaSourceId: command.mediaSourceId ?? undefined,
    StartIndex: command.startIndex ?? undefined,
  })
}

/** Ends what the app plays, and says why. */
export function stopMessages(from: string, text: string): readonly string[] {
  const message = { Header: 'Time is over', Text: text, TimeoutMs: '10000' }
  return [
    commandMessage(from, { kind: 'playstate', command: 'Stop', positionMs: null }),
    commandMessage(from, { kind: 'general', command: 'DisplayMessage', arguments: message }),
  ]
}
