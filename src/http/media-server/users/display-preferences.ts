import { isRecord } from '../../../core/json.ts'
import type { PreferenceService } from '../../../services/profiles/preferences.ts'
import type { Fields } from '../transport/fields.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

const usual = {
  SortBy: 'SortName',
  RememberIndexing: false,
  PrimaryImageHeight: 250,
  PrimaryImageWidth: 250,
  CustomPrefs: {},
  ScrollDirection: 'Horizontal',
  ShowBackdrop: true,
  RememberSorting: false,
  SortOrder: 'Ascending',
  ShowSidebar: false,
} as const

/** What apps remember on the server, by user and app. */
export function displayPreferenceRoutes(preferences: PreferenceService): readonly MediaRoute[] {
  const clientOf = ({ query }: MediaRequest): string => query.text('client') ?? 'emby'

  async function read(request: MediaRequest) {
    const id = request.params['id']!
    const client = clientOf(request)
    const kept = await preferences.get(await request.member(), client, id.toLowerCase())
    return { ...usual, ...kept, Id: id, Client: client }
  }

  async function write(request: MediaRequest) {
    const { body, params } = request
    await preferences.set(
      await request.member(),
      clientOf(request),
      params['id']!.toLowerCase(),
      readPreferences(body),
    )
  }

  const path = '/DisplayPreferences/:id'
  return [
    { method: 'GET', path, access: 'signedIn', handle: read },
    { method: 'POST', path, access: 'signedIn', handle: write },
  ]
}

/** What the body says of each, by the kind that apps expect to read back; the rest is left out. */
function readPreferences(body: Fields): Readonly<Record<string, unknown>> {
  const oneOf = (name: string, words: readonly string[]): string | null =>
    words.find((word) => word.toLowerCase() === body.text(name)?.toLowerCase()) ?? null
  const read = {
    SortBy: body.text('SortBy'),
    IndexBy: body.text('IndexBy'),
    ViewType: body.text('ViewType'),
    RememberIndexing: body.flag('RememberIndexing'),
    PrimaryImageHeight: body.integer('PrimaryImageHeight'),
    PrimaryImageWidth: body.integer('PrimaryImageWidth'),
    CustomPrefs: readTexts(body.raw('CustomPrefs')),
    ScrollDirection: oneOf('ScrollDirection', ['Horizontal', 'Vertical']),
    ShowBackdrop: body.flag('ShowBackdrop'),
    RememberSorting: body.flag('RememberSorting'),
    SortOrder: oneOf('SortOrder', ['Ascending', 'Descending']),
    ShowSidebar: body.flag('ShowSidebar'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
}

/** By names of the app's own, whose case matters. */
function readTexts(value: unknown): Readonly<Record<string, string>> | null {
  if (!isRecord(value)) return null
  const texts = Object.entries(value).filter(([, own]) => isSimple(own))
  return Object.fromEntries(texts.map(([name, own]) => [name, String(own)]))
}

function isSimple(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
