import { playCommands, playstateCommands } from '../../model/remote-command.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { ItemKindRef } from '../library/item-enums.ts'
import { GeneralCommandRef } from './general-command.ts'

const PlayCommandRef = enumOf(
  'PlayCommand',
  playCommands,
  "Where titles are inserted in a device's queue.",
  {
    PlayNow: 'Plays the titles instead of the queue.',
    PlayNext: 'Inserts the titles after the current one.',
    PlayLast: 'Adds the titles at the end.',
    PlayInstantMix: 'Plays a mix that starts with the titles.',
    PlayShuffle: 'Plays the titles in random order.',
  },
)

const PlaystateCommandRef = enumOf('PlaystateCommand', playstateCommands, 'A playback command.', {
  Stop: 'Stops playback.',
  Pause: 'Pauses playback.',
  Unpause: 'Resumes playback.',
  NextTrack: 'Plays the next title.',
  PreviousTrack: 'Plays the previous title.',
  Seek: 'Goes to a position.',
  Rewind: 'Goes back by some seconds.',
  FastForward: 'Goes forward by some seconds.',
  PlayPause: 'Pauses or resumes playback.',
})

const ArgumentRef = builder.inputType('CommandArgumentInput', {
  description: 'An argument of a command.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'as the Jellyfin API names it' }),
    value: t.string({ required: true, description: 'its value as text' }),
  }),
})

const sessionId = { required: true, description: 'an id from `sessions`' } as const
const what = { required: true, description: 'the command' } as const

builder.mutationFields((t) => ({
  playOnSession: t.boolean({
    authScopes: { user: true },
    description:
      'Starts playback on another device. NOT_FOUND if the caller may not control it or it is not connected. True if the command was sent.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ ...what, type: PlayCommandRef }),
      itemIds: t.arg.idList({
        required: true,
        description: 'a series, season or playlist means its playable items',
      }),
      startPositionMs: t.arg({ type: 'SafeInt', description: 'start position in the first item' }),
      mediaSourceId: t.arg.string({ description: 'id of a version' }),
      audioIndex: t.arg.int({ description: 'stream of the version' }),
      subtitleIndex: t.arg.int({ description: 'stream of the version; -1 means none' }),
      startIndex: t.arg.int({ description: 'of the first item to play' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.play(ctx.user, input, ctx),
  }),
  controlPlayback: t.boolean({
    authScopes: { user: true },
    description: 'Controls playback on another device. True if the command was sent.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ ...what, type: PlaystateCommandRef }),
      positionMs: t.arg({ type: 'SafeInt', description: 'for a seek' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.control(ctx.user, input),
  }),
  sendCommand: t.boolean({
    authScopes: { user: true },
    description: 'Any other command of the Jellyfin API. True if it was sent.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ ...what, type: GeneralCommandRef }),
      arguments: t.arg({
        type: [ArgumentRef],
        description: 'what the command needs, such as `{name: "Volume", value: "40"}`',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.command(ctx.user, input),
  }),
  showItemOnSession: t.boolean({
    authScopes: { user: true },
    description:
      'Shows an item on another device, without playing it. BAD_REQUEST if the id is not that of an item. True if it was sent.',
    args: {
      sessionId: t.arg.id(sessionId),
      itemId: t.arg.id({ required: true, description: 'of what is shown' }),
      itemName: t.arg.string({
        required: true,
        defaultValue: '',
        description: 'what it is called',
      }),
      itemType: t.arg({ type: ItemKindRef, description: 'what it is; default: as its id says' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.showItem(ctx.user, input),
  }),
  setSessionCompanion: t.boolean({
    authScopes: { user: true },
    description:
      'Adds or removes a user who watches along: for twelve hours, what the device plays is recorded in their history, too.',
    args: {
      sessionId: t.arg.id(sessionId),
      userId: t.arg.id({ required: true, description: 'the user who watches along' }),
      present: t.arg.boolean({ required: true, description: 'false removes the user' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.setCompanion(ctx.user, input),
  }),
}))
