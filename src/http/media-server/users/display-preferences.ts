import { enumName } from '../../../core/enum-name.ts'
import type { EnumName } from '../../../core/enum-name.ts'
import { isRecord } from '../../../core/json.ts'
import { scrollDirections, sortOrders } from '../../../model/display-preferences.ts'
import {
  DisplayPreferencesDocument,
  SetDisplayPreferencesDocument,
} from '../../documents/documents.ts'
import type { DisplayPreferencesInput, DisplayPreferencesQuery } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'

const path = '/DisplayPreferences/:id'

export const displayPreferenceRoutes: readonly DocumentRoute[] = [
  documentRoute({
    method: 'GET',
    path,
    access: 'signedIn',
    document: DisplayPreferencesDocument,
    variables: placeOf,
    answer: ({ displayPreferences }, request) => ({
      ...toDto(displayPreferences),
      Id: request.params['id']!,
      Client: placeOf(request).app,
    }),
  }),
  documentRoute({
    method: 'POST',
    path,
    access: 'signedIn',
    document: SetDisplayPreferencesDocument,
    variables: (request) => ({ ...placeOf(request), preferences: readPreferences(request.body) }),
    answer: () => undefined,
  }),
]

function placeOf({ params, query }: MediaRequest) {
  return { app: query.text('client') ?? 'emby', name: params['id']!.toLowerCase() }
}

/** Fills in defaults for what the app never sent. */
function toDto(kept: DisplayPreferencesQuery['displayPreferences']) {
  const custom = kept.customPrefs?.map(({ name, value }) => [name, value])
  return {
    SortBy: kept.sortBy ?? 'SortName',
    RememberIndexing: kept.rememberIndexing ?? false,
    PrimaryImageHeight: kept.primaryImageHeight ?? 250,
    PrimaryImageWidth: kept.primaryImageWidth ?? 250,
    CustomPrefs: custom ? Object.fromEntries(custom) : {},
    ScrollDirection: named(kept.scrollDirection, scrollDirections) ?? 'Horizontal',
    ShowBackdrop: kept.showBackdrop ?? true,
    RememberSorting: kept.rememberSorting ?? false,
    SortOrder: named(kept.sortOrder, sortOrders) ?? 'Ascending',
    ShowSidebar: kept.showSidebar ?? false,
    IndexBy: kept.indexBy ?? undefined,
    ViewType: kept.viewType ?? undefined,
  }
}

function named<T extends string>(name: EnumName<T> | null, words: readonly T[]): T | undefined {
  return words.find((word) => enumName(word) === name)
}

/** Keeps only values of the types that apps expect to read back. */
function readPreferences(body: Fields): DisplayPreferencesInput {
  return {
    sortBy: body.text('SortBy'),
    indexBy: body.text('IndexBy'),
    viewType: body.text('ViewType'),
    rememberIndexing: body.flag('RememberIndexing'),
    primaryImageHeight: body.integer('PrimaryImageHeight'),
    primaryImageWidth: body.integer('PrimaryImageWidth'),
    customPrefs: readTexts(body.raw('CustomPrefs')),
    scrollDirection: oneOf(body.text('ScrollDirection'), scrollDirections),
    showBackdrop: body.flag('ShowBackdrop'),
    rememberSorting: body.flag('RememberSorting'),
    sortOrder: oneOf(body.text('SortOrder'), sortOrders),
    showSidebar: body.flag('ShowSidebar'),
  }
}

function oneOf<T extends string>(text: string | null, words: readonly T[]): EnumName<T> | null {
  const word = words.find((known) => known.toLowerCase() === text?.toLowerCase())
  return word === undefined ? null : enumName(word)
}

/** Keys are the app's own and case-sensitive. */
function readTexts(value: unknown) {
  if (!isRecord(value)) return null
  return Object.entries(value).flatMap(([name, own]) =>
    isSimple(own) ? [{ name, value: String(own) }] : [],
  )
}

function isSimple(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
