import type { SortKey } from '../../../model/vocabulary.ts'
import { maxSources } from '../../../model/user-data.ts'
import type { UserData } from '../../../model/user-data.ts'
import { warn } from '../../../model/warning-texts.ts'
import type { WarningAt, WarningText } from '../../../model/warning-texts.ts'
import type { Configured } from '../contents.ts'
import { sourceIdsOf } from '../source-ids.ts'
import { languages, limitKeys, services } from '../../../model/vocabulary.ts'
import { idleAccessTimes } from './idle-access-times.ts'
import { nearest } from './unknown-keys.ts'

export type Installation = {
  readonly maxResults: number
  readonly keepsSearches: boolean
  /** Trackers that the operator has set up, in lower case. */
  readonly nativeTrackers: ReadonlySet<string>
  readonly knownTrackers: readonly string[]
}

type Context = Installation & { readonly sourceIds: readonly string[] }

type Rule = (own: UserData, whole: UserData, context: Context) => Iterable<WarningAt>

/** Sorting by these has no effect until something is preferred. */
const needPreference = [
  'language',
  'subtitle',
  'releaseGroup',
  'indexer',
  'service',
  'keyword',
  'regex',
] as const

const rules: readonly Rule[] = [
  ranges,
  matching,
  order,
  duplicates,
  words,
  format,
  limits,
  household,
  stremioPlays,
  idleAccessTimes,
  searchLog,
  trackers,
]

/** Valid settings that have no effect or another one than it seems. `whole` is merged over the parents. */
export function* findIdleSettings(
  own: UserData,
  whole: Configured,
  installation: Installation,
): Generator<WarningAt> {
  if (whole.sourcesLeftOut) {
    const values = { most: String(maxSources), left: String(whole.sourcesLeftOut) }
    yield { path: ['parentConfig'], ...warn('SOURCES_LEFT_OUT', values) }
  }
  const context = { ...installation, sourceIds: sourceIdsOf(whole) }
  for (const rule of rules) yield* rule(own, whole.userData, context)
}

function* ranges({ filters }: UserData): Generator<WarningAt> {
  for (const name of ['size', 'bitrate', 'seeders', 'age'] as const) {
    const range = filters?.[name]
    for (const kind of [null, 'movies', 'series', 'anime'] as const) {
      const { min = 0, max = Infinity } = (kind === null ? range : range?.[kind]) ?? {}
      if (min <= max) continue
      const path = ['filters', name, ...(kind === null ? [] : [kind])]
      yield { path, ...warn('MIN_ABOVE_MAX') }
    }
  }
}

function* matching({ filters }: UserData): Generator<WarningAt> {
  for (const name of ['title', 'year', 'episode'] as const) {
    const rule = filters?.[name]
    if (rule?.tolerance === undefined) continue
    const path = ['filters', name, 'tolerance']
    if (rule.mode === 'off') yield { path, ...warn('MODE_OFF') }
    else if (name === 'episode') yield { path, ...warn('NOT_FOR_EPISODES') }
  }
}

function* order({ sort, dedupe }: UserData, whole: UserData): Generator<WarningAt> {
  for (const name of ['global', 'movies', 'series', 'anime', 'cached'] as const) {
    const keys = (sort?.[name] ?? []).map(({ by }) => by)
    yield* uselessKeys(keys, (index) => ['sort', name, index, 'by'], whole)
  }
  yield* uselessKeys(dedupe?.prefer ?? [], (index) => ['dedupe', 'prefer', index], whole)
}

function* uselessKeys(
  keys: readonly SortKey[],
  pathOf: (index: number) => PropertyKey[],
  { filters }: UserData,
): Generator<WarningAt> {
  for (const [index, by] of keys.entries()) {
    const path = pathOf(index)
    const first = keys.indexOf(by)
    const wanting = needPreference.find((name) => name === by)
    if (first < index) yield { path, ...warn('SORTED_EARLIER', { by }) }
    else if (wanting !== undefined && !filters?.[wanting]?.prefer?.length) {
      yield { path, ...warn('WITHOUT_SETTING', { setting: `filters.${wanting}.prefer` }) }
    } else if (by === 'regexScore' && !filters?.regex?.prefer?.length) {
      yield { path, ...warn('WITHOUT_SETTING', { setting: 'filters.regex.prefer' }) }
    } else if (by === 'expressionScore' && !filters?.expressions?.score?.length) {
      yield { path, ...warn('WITHOUT_SETTING', { setting: 'filters.expressions.score' }) }
    }
  }
}

function* duplicates({ dedupe }: UserData): Generator<WarningAt> {
  if (!dedupe) return
  const others = Object.keys(dedupe).filter((key) => key !== 'enabled' && key !== 'keys')
  if (others.length === 0) return
  const settings = others
    .map((key) => `dedupe.${key}`)
    .join(', ')
    .slice(0, 200)
  if (dedupe.enabled === false) {
    yield { path: ['dedupe', 'enabled'], ...warn('DEDUPE_OFF', { settings }) }
  } else if (dedupe.keys?.length === 0) {
    yield { path: ['dedupe', 'keys'], ...warn('DEDUPE_KEYS_EMPTY', { settings }) }
  }
}

function* words({ filters }: UserData): Generator<WarningAt> {
  const vocabularies = { language: languages, subtitle: languages, service: services } as const
  for (const [name, known] of Object.entries(vocabularies)) {
    const lists = filters?.[name as keyof typeof vocabularies]
    for (const list of ['include', 'require', 'exclude', 'prefer'] as const) {
      for (const [index, word] of (lists?.[list] ?? []).entries()) {
        const said = describeWord(word, known, name === 'service')
        if (said !== null) yield { path: ['filters', name, list, index], ...said }
      }
    }
  }
}

/** An unknown service may still be one that a source names. */
function describeWord(word: string, known: readonly string[], isOpen: boolean): WarningText | null {
  const written = word.toLowerCase()
  if (written === 'unknown' || known.some((one) => one.toLowerCase() === written)) return null
  const near = nearest(word, known)
  if (near !== null) return warn('UNKNOWN_NEAR', { near })
  return isOpen ? null : warn('UNKNOWN_LANGUAGE')
}

function* format({ formatter }: UserData): Generator<WarningAt> {
  if (typeof formatter?.['id'] !== 'string') return
  for (const key of ['name', 'description']) {
    if (formatter[key] !== undefined) {
      yield { path: ['formatter', key], ...warn('FORMATTER_ID_SET') }
    }
  }
}

function* limits(
  own: UserData,
  whole: UserData,
  { maxResults }: Installation,
): Generator<WarningAt> {
  const total = whole.limits?.total ?? Infinity
  if ((own.limits?.total ?? 0) > maxResults) {
    const most = String(maxResults)
    yield { path: ['limits', 'total'], ...warn('ABOVE_INSTANCE_LIMIT', { most }) }
  }
  for (const name of limitKeys) {
    if ((own.limits?.[name] ?? 0) <= total) continue
    yield { path: ['limits', name], ...warn('TOTAL_IS_LOWER') }
  }
}

function* household({ mediaServer }: UserData): Generator<WarningAt> {
  const others = Object.keys(mediaServer ?? {}).filter((key) => key !== 'enabled')
  if (mediaServer?.enabled !== false || others.length === 0) return
  yield {
    path: ['mediaServer', 'enabled'],
    ...warn('MEDIA_SERVER_OFF'),
  }
}

function* stremioPlays({ stremio }: UserData, whole: UserData): Generator<WarningAt> {
  if (stremio?.recordPlays !== true || whole.mediaServer?.enabled !== false) return
  yield { path: ['stremio', 'recordPlays'], ...warn('NO_HISTORIES') }
}

function* searchLog(
  own: UserData,
  _whole: UserData,
  { keepsSearches }: Installation,
): Generator<WarningAt> {
  if (own.searchLog !== true || keepsSearches) return
  yield { path: ['searchLog'], ...warn('NO_SEARCH_LOG') }
}

function* trackers(
  own: UserData,
  whole: UserData,
  { nativeTrackers, knownTrackers, sourceIds }: Context,
): Generator<WarningAt> {
  const users = [
    'owner',
    ...(whole.mediaServer?.users ?? []).flatMap(({ id, name }) => [id ?? name, name]),
  ]
  const isUser = (text: string) => users.some((one) => one.toLowerCase() === text.toLowerCase())
  for (const [index, entry] of (own.trackers ?? []).entries()) {
    const at = (key: string) => ['trackers', index, key]
    const native = knownTrackers.find((name) => name === entry.type.toLowerCase())
    if (native !== undefined && !nativeTrackers.has(native)) {
      yield { path: at('type'), ...warn('TRACKER_NOT_SET_UP', { tracker: native }) }
    }
    if (native === undefined && !namesSource(entry, whole, sourceIds)) {
      const key = entry.id === undefined ? 'source' : 'id'
      yield { path: at(key), ...warn('NO_SUCH_SOURCE') }
    }
    if (entry.user !== undefined && !isUser(entry.user)) {
      yield {
        path: at('user'),
        ...warn('NO_SUCH_USER'),
      }
    }
  }
}

function namesSource(
  { id, source }: NonNullable<UserData['trackers']>[number],
  { sources = [] }: UserData,
  sourceIds: readonly string[],
): boolean {
  return sources.some(
    (one, index) =>
      [id, source].includes(sourceIds[index]) || (one.name !== undefined && one.name === source),
  )
}
