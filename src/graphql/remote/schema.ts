import { generalCommands, playCommands, playstateCommands } from '../../model/remote-command.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const PlayCommandRef = enumOf(
  'PlayCommand',
  playCommands,
  "Where titles are inserted in a device's queue.",
)

const PlaystateCommandRef = enumOf('PlaystateCommand', playstateCommands, 'A playback command.')

export const GeneralCommandRef = enumOf(
  'GeneralCommand',
  generalCommands,
  'Any other command of the Jellyfin API.',
)

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
      arguments: t.arg({ type: 'JSONObject', description: 'texts by name, as `{Volume: "40"}`' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.command(ctx.user, input),
  }),
  showItemOnSession: t.boolean({
    authScopes: { user: true },
    description:
      'Shows an item on another device, without playing it. BAD_REQUEST where it is none. True: the device was told.',
    args: {
      sessionId: t.arg.id(sessionId),
      itemId: t.arg.id({ required: true, description: 'of what is shown' }),
      itemName: t.arg.string({
        required: true,
        defaultValue: '',
        description: 'what it is called',
      }),
      itemType: t.arg.string({
        required: true,
        defaultValue: '',
        description: 'as the media-server API calls its kind, such as Movie',
      }),
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
