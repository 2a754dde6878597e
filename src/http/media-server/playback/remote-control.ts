import { AppError } from '../../../core/errors.ts'
import { recordOf } from '../../../core/json.ts'
import type { Services } from '../../../graphql/context.ts'
import { enumName } from '../../../core/enum-name.ts'
import type { EnumName } from '../../../core/enum-name.ts'
import { generalCommands, playCommands, playstateCommands } from '../../../model/remote-command.ts'
import { post } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'
import { msOfTicks } from '../transport/times.ts'

type Documents = Pick<
  LibraryDocuments,
  'playOnSession' | 'controlPlayback' | 'sendCommand' | 'setSessionCompanion'
>

/** What one app tells another to do. */
export function remoteControlRoutes(
  documents: Documents,
  { itemIds }: Pick<Services, 'itemIds'>,
): readonly MediaRoute[] {
  async function play(request: MediaRequest) {
    const { query, body, context } = request
    const itemIds = query.list('itemIds') ?? body.list('itemIds')
    if (itemIds === null) throw new AppError('BAD_REQUEST', 'itemIds is missing.')
    const said = <T>(read: (fields: Fields) => T | null): T | null => read(query) ?? read(body)
    const startPositionMs = placeOf(said((fields) => fields.number('startPositionTicks')))
    const version = said((fields) => fields.text('mediaSourceId'))
    await documents.playOnSession(context, {
      sessionId: sessionOf(request),
      command: wordOf(
        said((fields) => fields.text('playCommand')),
        playCommands,
      ),
      itemIds,
      startPositionMs,
      mediaSourceId: version,
      audioIndex: said((fields) => fields.integer('audioStreamIndex')),
      subtitleIndex: said((fields) => fields.integer('subtitleStreamIndex')),
      startIndex: said((fields) => fields.integer('startIndex')),
    })
  }

  async function control(request: MediaRequest) {
    const ticks =
      request.query.number('seekPositionTicks') ?? request.body.number('seekPositionTicks')
    await documents.controlPlayback(request.context, {
      sessionId: sessionOf(request),
      command: wordOf(request.params['command']!, playstateCommands),
      positionMs: placeOf(ticks),
    })
  }

  async function send(
    request: MediaRequest,
    name: string | null,
    values: Readonly<Record<string, unknown>>,
  ) {
    await documents.sendCommand(request.context, {
      sessionId: sessionOf(request),
      command: wordOf(name, generalCommands),
      arguments: values,
    })
  }

  const named = (request: MediaRequest) => send(request, request.params['command']!, {})

  const described = (request: MediaRequest) =>
    send(request, request.body.text('Name'), textsOf(request.body.raw('Arguments')))

  async function message(request: MediaRequest) {
    const { body } = request
    const Text = body.text('Text')
    if (Text === null) throw new AppError('BAD_REQUEST', 'Text is missing.')
    const Header = body.text('Header') ?? 'Message from server'
    const TimeoutMs = body.integer('TimeoutMs')
    const values = { Header, Text, ...(TimeoutMs !== null && { TimeoutMs }) }
    await send(request, 'DisplayMessage', values)
  }

  async function show(request: MediaRequest) {
    const { query } = request
    const ItemId = query.text('itemId')
    if (ItemId === null || !itemIds.decode(ItemId)) {
      throw new AppError('BAD_REQUEST', 'itemId must be the id of an item.')
    }
    const ItemName = query.text('itemName') ?? ''
    const ItemType = query.text('itemType') ?? ''
    await send(request, 'DisplayContent', { ItemId: plainId(ItemId), ItemName, ItemType })
  }

  const companion = (present: boolean) => async (request: MediaRequest) => {
    await documents.setSessionCompanion(request.context, {
      sessionId: sessionOf(request),
      userId: plainId(request.params['userId']!),
      present,
    })
  }

  const users = '/Sessions/:sessionId/User/:userId'
  return [
    post('/Sessions/:sessionId/Playing', play),
    post('/Sessions/:sessionId/Playing/:command', control),
    post('/Sessions/:sessionId/Command', described),
    post('/Sessions/:sessionId/Command/:command', named),
    post('/Sessions/:sessionId/System/:command', named),
    post('/Sessions/:sessionId/Message', message),
    post('/Sessions/:sessionId/Viewing', show),
    post(users, companion(true)),
    { method: 'DELETE', path: users, access: 'signedIn', handle: companion(false) },
  ]
}

/** Throws BAD_REQUEST for a place before the beginning. */
function placeOf(ticks: number | null): number | null {
  if ((ticks ?? 0) < 0) throw new AppError('BAD_REQUEST', 'A position must not be negative.')
  return ticks === null ? null : msOfTicks(ticks)
}

function sessionOf({ params }: MediaRequest): string {
  return plainId(params['sessionId']!)
}

/** As the schema names a word of the standard, which may come in any case. Throws BAD_REQUEST for any other. */
function wordOf<T extends string>(text: string | null, words: readonly T[]): EnumName<T> {
  const word = words.find((known) => known.toLowerCase() === text?.toLowerCase())
  if (word !== undefined) return enumName(word)
  const shown = words.length > 10 ? 'a command of the standard' : words.join(', ')
  throw new AppError('BAD_REQUEST', `The command must be ${shown}.`)
}

/** Texts by name; anything else than text, numbers and flags says nothing. */
function textsOf(value: unknown): Readonly<Record<string, string>> {
  const simple = Object.entries(recordOf(value)).filter(([, own]) =>
    ['string', 'number', 'boolean'].includes(typeof own),
  )
  return Object.fromEntries(simple.map(([name, own]) => [name, String(own)]))
}
