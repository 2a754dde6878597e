import type { Problem } from '../../../core/invalid-config.ts'
import type { SortKey } from '../../../model/vocabulary.ts'
import type { UserData } from '../../../model/user-data.ts'
import { languages, services } from '../../../model/vocabulary.ts'
import { idleAccessTimes } from './idle-access-times.ts'
import { nearest } from './unknown-keys.ts'

export type Installation = {
  readonly maxResults: number
  readonly keepsSearches: boolean
  /** Trackers that the operator has set up, in lower case. */
  readonly nativeTrackers: ReadonlySet<string>
  readonly knownTrackers: readonly string[]
}

type Rule = (own: UserData, whole: UserData, installation: Installation) => Iterable<Problem>

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
  whole: UserData,
  installation: Installation,
): Generator<Problem> {
  for (const rule of rules) yield* rule(own, whole, installation)
}

function* ranges({ filters }: UserData): Generator<Problem> {
  for (const name of ['size', 'bitrate', 'seeders', 'age'] as const) {
    const range = filters?.[name]
    for (const kind of [null, 'movies', 'series', 'anime'] as const) {
      const { min = 0, max = Infinity } = (kind === null ? range : range?.[kind]) ?? {}
      if (min <= max) continue
      const path = ['filters', name, ...(kind === null ? [] : [kind])]
      yield { path, message: 'has a min above its max: no result can have both' }
    }
  }
}

function* matching({ filters }: UserData): Generator<Problem> {
  for (const name of ['title', 'year', 'episode'] as const) {
    const rule = filters?.[name]
    if (rule?.tolerance === undefined) continue
    const path = ['filters', name, 'tolerance']
    if (rule.mode === 'off') yield { path, message: 'has no effect while mode is off' }
    else if (name === 'episode') yield { path, message: 'has no effect on episodes' }
  }
}

function* order({ sort, dedupe }: UserData, whole: UserData): Generator<Problem> {
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
): Generator<Problem> {
  for (const [index, by] of keys.entries()) {
    const path = pathOf(index)
    const first = keys.indexOf(by)
    const wanting = needPreference.find((name) => name === by)
    if (first < index) yield { path, message: `has no effect: an earlier entry sorts by ${by}` }
    else if (wanting !== undefined && !filters?.[wanting]?.prefer?.length) {
      yield { path, message: `has no effect without filters.${wanting}.prefer` }
    } else if (by === 'regexScore' && !filters?.regex?.prefer?.length) {
      yield { path, message: 'has no effect without filters.regex.prefer' }
    } else if (by === 'expressionScore' && !filters?.expressions?.score?.length) {
      yield { path, message: 'has no effect without filters.expressions.score' }
    }
  }
}

function* duplicates({ dedupe }: UserData): Generator<Problem> {
  if (!dedupe) return
  const others = Object.keys(dedupe).filter((key) => key !== 'enabled' && key !== 'keys')
  if (others.length === 0) return
  const idle = `so ${others
    .map((key) => `dedupe.${key}`)
    .join(', ')
    .slice(0, 200)} has no effect`
  if (dedupe.enabled === false) {
    yield { path: ['dedupe', 'enabled'], message: `is false, ${idle}` }
  } else if (dedupe.keys?.length === 0) {
    yield { path: ['dedupe', 'keys'], message: `is empty, ${idle}` }
  }
}

function* words({ filters }: UserData): Generator<Problem> {
  const vocabularies = { language: languages, subtitle: languages, service: services } as const
  for (const [name, known] of Object.entries(vocabularies)) {
    const lists = filters?.[name as keyof typeof vocabularies]
    for (const list of ['include', 'require', 'exclude', 'prefer'] as const) {
      for (const [index, word] of (lists?.[list] ?? []).entries()) {
        const message = describeWord(word, known, name === 'service')
        if (message !== null) yield { path: ['filters', name, list, index], message }
      }
    }
  }
}

/** An unknown service may still be one that a source names. */
function describeWord(word: string, known: readonly string[], isOpen: boolean): string | null {
  const written = word.toLowerCase()
  if (written === 'unknown' || known.some((one) => one.toLowerCase() === written)) return null
  const near = nearest(word, known)
  if (near !== null) return `is not known; did you mean "${near}"?`
  return isOpen ? null : 'is not a known language; languages are named in English, such as German'
}

function* format({ formatter }: UserData): Generator<Problem> {
  if (typeof formatter?.['id'] !== 'string') return
  for (const key of ['name', 'description']) {
    if (formatter[key] !== undefined) {
      yield { path: ['formatter', key], message: 'has no effect beside formatter.id' }
    }
  }
}

function* limits(own: UserData, whole: UserData, { maxResults }: Installation): Generator<Problem> {
  const total = whole.limits?.total ?? Infinity
  if ((own.limits?.total ?? 0) > maxResults) {
    const message = `is above this instance's limit of ${maxResults} results`
    yield { path: ['limits', 'total'], message }
  }
  const names = [
    'source',
    'service',
    'resolution',
    'quality',
    'indexer',
    'releaseGroup',
    'streamType',
  ] as const
  for (const name of names) {
    if ((own.limits?.[name] ?? 0) <= total) continue
    yield { path: ['limits', name], message: 'has no effect: limits.total is lower' }
  }
}

function* household({ mediaServer }: UserData): Generator<Problem> {
  const others = Object.keys(mediaServer ?? {}).filter((key) => key !== 'enabled')
  if (mediaServer?.enabled !== false || others.length === 0) return
  yield {
    path: ['mediaServer', 'enabled'],
    message: 'is false, so nothing else of mediaServer has an effect',
  }
}

function* stremioPlays({ stremio }: UserData, whole: UserData): Generator<Problem> {
  if (stremio?.recordPlays !== true || whole.mediaServer?.enabled !== false) return
  const message = 'has no effect while mediaServer.enabled is false: there are no histories'
  yield { path: ['stremio', 'recordPlays'], message }
}

function* searchLog(
  own: UserData,
  _whole: UserData,
  { keepsSearches }: Installation,
): Generator<Problem> {
  if (own.searchLog !== true || keepsSearches) return
  yield { path: ['searchLog'], message: 'has no effect: this instance keeps no searches' }
}

function* trackers(own: UserData, whole: UserData, installation: Installation): Generator<Problem> {
  const { nativeTrackers, knownTrackers } = installation
  const users = [
    'owner',
    ...(whole.mediaServer?.users ?? []).flatMap(({ id, name }) => [id ?? name, name]),
  ]
  const isUser = (text: string) => users.some((one) => one.toLowerCase() === text.toLowerCase())
  for (const [index, entry] of (own.trackers ?? []).entries()) {
    const at = (key: string) => ['trackers', index, key]
    const native = knownTrackers.find((name) => name === entry.type.toLowerCase())
    if (native !== undefined && !nativeTrackers.has(native)) {
      yield { path: at('type'), message: `has no effect: the operator has not set up ${native}` }
    }
    if (native === undefined && !namesSource(entry, whole)) {
      const key = entry.id === undefined ? 'source' : 'id'
      yield { path: at(key), message: 'is not the id of a source in this configuration' }
    }
    if (entry.user !== undefined && !isUser(entry.user)) {
      yield {
        path: at('user'),
        message: 'is not a user in this configuration; the first user is owner',
      }
    }
  }
}

function namesSource(
  { id, source }: NonNullable<UserData['trackers']>[number],
  { sources = [] }: UserData,
): boolean {
  return sources.some(
    (one, index) =>
      [id, source].includes(one.id ?? `#${index + 1}`) ||
      (one.name !== undefined && one.name === source),
  )
}
