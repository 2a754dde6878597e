import { generalCommands, playCommands, playstateCommands } from '../../model/remote-command.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const PlayCommandRef = enumOf(
  'PlayCommand',
  playCommands,
  'Where titles go in what a device plays.',
)

const PlaystateCommandRef = enumOf(
  'PlaystateCommand',
  playstateCommands,
  'What a device does with the title that it plays.',
)

export const GeneralCommandRef = enumOf(
  'GeneralCommand',
  generalCommands,
  'Every other command of the media-server API.',
)

const sessionId = { required: true, description: 'of `sessions`' } as const
const what = { required: true, description: 'what the device is to do' } as const

builder.mutationFields((t) => ({
  playOnSession: t.boolean({
    authScopes: { user: true },
    description:
      'Makes another device play. NOT_FOUND for a device that the caller may not control, or that is not connected. True: it was told.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ ...what, type: PlayCommandRef }),
      itemIds: t.arg.idList({
        required: true,
        description: 'a series, season or playlist stands for what can be played of it',
      }),
      startPositionMs: t.arg({ type: 'SafeInt', description: 'where the first begins' }),
      mediaSourceId: t.arg.string({ description: 'id of a version' }),
      audioIndex: t.arg.int({ description: 'stream of the version' }),
      subtitleIndex: t.arg.int({ description: 'stream of the version; -1: none' }),
      startIndex: t.arg.int({ description: 'of the first item to play' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.play(ctx.user, input, ctx),
  }),
  controlPlayback: t.boolean({
    authScopes: { user: true },
    description: 'Pauses, stops or seeks on another device. True: it was told.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ ...what, type: PlaystateCommandRef }),
      positionMs: t.arg({ type: 'SafeInt', description: 'of a seek' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.control(ctx.user, input),
  }),
  sendCommand: t.boolean({
    authScopes: { user: true },
    description: 'Any other command of the standard. True: the device was told.',
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
      'Somebody who watches along on a device, or no longer does: what it plays is kept in their history, too, for twelve hours.',
    args: {
      sessionId: t.arg.id(sessionId),
      userId: t.arg.id({ required: true, description: 'who watches along' }),
      present: t.arg.boolean({ required: true, description: 'false: no longer' }),
    },
    resolve: (_root, input, ctx) => ctx.services.remote.setCompanion(ctx.user, input),
  }),
}))
