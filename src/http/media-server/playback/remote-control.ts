import { AppError } from '../../../core/errors.ts'
import { recordOf } from '../../../core/json.ts'
import { enumName } from '../../../core/enum-name.ts'
import type { EnumName } from '../../../core/enum-name.ts'
import { generalCommands, playCommands, playstateCommands } from '../../../model/remote-command.ts'
import {
  ControlPlaybackDocument,
  PlayOnSessionDocument,
  SendCommandDocument,
  SetSessionCompanionDocument,
  ShowItemOnSessionDocument,
} from '../../documents/documents.ts'
import { kindOfType } from '../items/item-words.ts'
import { documentRoute } from '../transport/define-route.ts'
import { required } from '../transport/fields.ts'
import type { Fields } from '../transport/fields.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { msOfTicks } from '../transport/times.ts'

export const remoteControlRoutes: readonly DocumentRoute[] = [
  playing(),
  control(),
  command('Command', ({ body }) => ({
    name: body.text('Name'),
    values: textsOf(body.raw('Arguments')),
  })),
  ...['Command', 'System'].map((folder) =>
    command(`${folder}/:command`, ({ params }) => ({ name: params['command']!, values: {} })),
  ),
  command('Message', (request) => ({ name: 'DisplayMessage', values: messageOf(request) })),
  viewing(),
  companion('POST'),
  companion('DELETE'),
]

function playing(): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path: '/Sessions/:sessionId/Playing',
    access: 'signedIn',
    document: PlayOnSessionDocument,
    variables: (request) => {
      const { query, body } = request
      const itemIds = required('itemIds', query.list('itemIds') ?? body.list('itemIds'))
      const said = <T>(read: (fields: Fields) => T | null): T | null => read(query) ?? read(body)
      const name = said((fields) => fields.text('playCommand'))
      return {
        sessionId: sessionOf(request),
        startPositionMs: placeOf(said((fields) => fields.number('startPositionTicks'))),
        command: wordOf(name, playCommands),
        itemIds,
        mediaSourceId: said((fields) => fields.text('mediaSourceId')),
        audioIndex: said((fields) => fields.integer('audioStreamIndex')),
        subtitleIndex: said((fields) => fields.integer('subtitleStreamIndex')),
        startIndex: said((fields) => fields.integer('startIndex')),
      }
    },
    answer: () => undefined,
  })
}

function control(): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path: '/Sessions/:sessionId/Playing/:command',
    access: 'signedIn',
    document: ControlPlaybackDocument,
    variables: (request) => {
      const { params, query, body } = request
      const ticks = query.number('seekPositionTicks') ?? body.number('seekPositionTicks')
      return {
        sessionId: sessionOf(request),
        command: wordOf(params['command']!, playstateCommands),
        positionMs: placeOf(ticks),
      }
    },
    answer: () => undefined,
  })
}

type Command = {
  readonly name: string | null
  readonly values: Readonly<Record<string, unknown>>
}

function command(path: string, read: (request: MediaRequest) => Command): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path: `/Sessions/:sessionId/${path}`,
    access: 'signedIn',
    document: SendCommandDocument,
    variables: (request) => {
      const { name, values } = read(request)
      const known = wordOf(name, generalCommands)
      return { sessionId: sessionOf(request), command: known, arguments: argumentsOf(values) }
    },
    answer: () => undefined,
  })
}

function argumentsOf(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ name, value: String(value) }]
      : [],
  )
}

function messageOf({ body }: MediaRequest) {
  const Text = required('Text', body.text('Text'))
  const Header = body.text('Header') ?? 'Message from server'
  const TimeoutMs = body.integer('TimeoutMs')
  return { Header, Text, ...(TimeoutMs !== null && { TimeoutMs }) }
}

function viewing(): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path: '/Sessions/:sessionId/Viewing',
    access: 'signedIn',
    document: ShowItemOnSessionDocument,
    variables: (request) => ({
      sessionId: sessionOf(request),
      itemId: plainId(request.query.text('itemId') ?? ''),
      itemName: request.query.text('itemName') ?? '',
      itemType: kindOfType.get(request.query.text('itemType')?.toLowerCase() ?? '') ?? null,
    }),
    answer: () => undefined,
  })
}

function companion(method: 'POST' | 'DELETE'): DocumentRoute {
  return documentRoute({
    method,
    path: '/Sessions/:sessionId/User/:userId',
    access: 'signedIn',
    document: SetSessionCompanionDocument,
    variables: (request) => ({
      sessionId: sessionOf(request),
      userId: plainId(request.params['userId']!),
      present: method === 'POST',
    }),
    answer: () => undefined,
  })
}

function placeOf(ticks: number | null): number | null {
  return ticks === null ? null : msOfTicks(ticks)
}

function sessionOf({ params }: MediaRequest): string {
  return plainId(params['sessionId']!)
}

/** Case-insensitive. Throws BAD_REQUEST for an unknown word. */
function wordOf<T extends string>(text: string | null, words: readonly T[]): EnumName<T> {
  const word = words.find((known) => known.toLowerCase() === text?.toLowerCase())
  if (word !== undefined) return enumName(word)
  const shown = words.length > 10 ? 'a command of the standard' : words.join(', ')
  throw new AppError('BAD_REQUEST', `The command must be ${shown}.`)
}

/** Keeps texts, numbers and flags. */
function textsOf(value: unknown): Readonly<Record<string, string>> {
  const simple = Object.entries(recordOf(value)).filter(([, own]) =>
    ['string', 'number', 'boolean'].includes(typeof own),
  )
  return Object.fromEntries(simple.map(([name, own]) => [name, String(own)]))
}
