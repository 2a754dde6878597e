import { generalCommands, playCommands, playstateCommands } from '../../model/remote-command.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enum-values.ts'
import { requireRef } from '../library/items.ts'

const PlayCommandRef = builder.enumType('PlayCommand', { values: enumValues(playCommands) })

const PlaystateCommandRef = builder.enumType('PlaystateCommand', {
  values: enumValues(playstateCommands),
})

const GeneralCommandRef = builder.enumType('GeneralCommand', {
  values: enumValues(generalCommands),
})

const sessionId = { required: true, description: 'of `sessions`' } as const

builder.mutationFields((t) => ({
  playOnSession: t.boolean({
    description:
      'Makes another device play. NOT_FOUND for a device that the caller may not control, or that is not connected. True: it was told.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ type: PlayCommandRef, required: true }),
      itemIds: t.arg.idList({
        required: true,
        description: 'a series, season or playlist stands for what can be played of it',
      }),
      startPositionMs: t.arg({ type: 'SafeInt' }),
      mediaSourceId: t.arg.string({ description: 'id of a version' }),
      audioIndex: t.arg.int(),
      subtitleIndex: t.arg.int(),
      startIndex: t.arg.int({ description: 'of the first item to play' }),
    },
    resolve: async (_root, { sessionId, itemIds, ...args }, ctx) => {
      const member = await ctx.member()
      const items = itemIds.map((id) => requireRef(id, member, ctx))
      const request = {
        command: args.command,
        items,
        startPositionMs: args.startPositionMs ?? null,
        mediaSourceId: args.mediaSourceId ?? null,
        audioIndex: args.audioIndex ?? null,
        subtitleIndex: args.subtitleIndex ?? null,
        startIndex: args.startIndex ?? null,
      }
      await ctx.services.remote.play(member, sessionId, request, ctx)
      return true
    },
  }),
  controlPlayback: t.boolean({
    description: 'Pauses, stops or seeks on another device. True: it was told.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ type: PlaystateCommandRef, required: true }),
      positionMs: t.arg({ type: 'SafeInt', description: 'of a seek' }),
    },
    resolve: async (_root, { sessionId, command, positionMs }, ctx) => {
      const request = { command, positionMs: positionMs ?? null }
      await ctx.services.remote.control(await ctx.member(), sessionId, request)
      return true
    },
  }),
  sendCommand: t.boolean({
    description: 'Any other command of the standard. True: the device was told.',
    args: {
      sessionId: t.arg.id(sessionId),
      command: t.arg({ type: GeneralCommandRef, required: true }),
      arguments: t.arg({ type: 'JSONObject', description: 'texts by name, as `{Volume: "40"}`' }),
    },
    resolve: async (_root, { sessionId, command, arguments: given }, ctx) => {
      const texts = Object.entries(given ?? {}).flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? [[name, String(value)] as const]
          : [],
      )
      const request = { command, arguments: Object.fromEntries(texts) }
      await ctx.services.remote.command(await ctx.member(), sessionId, request)
      return true
    },
  }),
  setSessionCompanion: t.boolean({
    description:
      'Somebody who watches along on a device, or no longer does: what it plays is kept in their history, too, for twelve hours.',
    args: {
      sessionId: t.arg.id(sessionId),
      userId: t.arg.id({ required: true }),
      present: t.arg.boolean({ required: true }),
    },
    resolve: async (_root, { sessionId, userId, present }, ctx) => {
      await ctx.services.remote.setCompanion(await ctx.member(), sessionId, userId, present)
      return true
    },
  }),
}))
