import { LRUCache } from 'lru-cache'
import { seasonsOf } from '../../../library/episodes.ts'
import type { Identity } from '../../../library/identity.ts'
import { fillMeta } from '../../../library/title.ts'
import type { Details } from '../../../library/title.ts'
import { weightOf } from '../../../library/title-weight.ts'
import type { IdTranslator } from '../../../model/id-translator.ts'
import { parseMediaId } from '../../../model/media-id.ts'
import type { Household } from '../../../model/household.ts'
import type { AskOptions, SourceClient } from '../../../model/source-client.ts'
import type { SourceMeta, SourceVideo } from '../../../model/source-meta.ts'
import type { Source } from '../../../model/source.ts'
import { chooseQuestion } from '../../../search/question.ts'
import { translateOnce } from '../../../search/translate-once.ts'
import { sourcesOf } from '../../configured-sources.ts'
import { completeMeta } from './complete-meta.ts'
import type { Fillers } from './fillers.ts'

export type DetailsOptions = {
  readonly client: Pick<SourceClient, 'manifest' | 'meta'>
  readonly translators: readonly IdTranslator[]
  readonly fillers?: Pick<Fillers, 'mark'> | null
  readonly memoryShare?: number
}

/** Titles and episodes in memory with memoryShare 1; the rest is read from the stored answers of the sources. */
const mostHeld = 60_000
const freshMs = 600_000
/** Of what no source knows, or of which a source did not answer. */
const partFreshMs = 60_000
const waitMs = 6_000
/** How long earlier sources may still answer once one knows the episodes. */
const graceMs = 500
/** How long marks of fillers may delay details; later ones are added behind. */
const fillersWaitMs = 250

export type Opened = {
  readonly identity: Identity
  readonly type: string
  readonly details: Details
}

export type TitleAsking = Pick<AskOptions, 'guess'>

export type DetailsAsker = Pick<Household, 'userData' | 'sourceIds' | 'cacheKey'> & {
  readonly configuration: number | null
}

const nothingOpened: ReadonlyMap<string, Opened> = new Map()

type Held = {
  readonly household: string
  readonly identity: Identity
  readonly details: Details | null
  readonly type: string
  readonly readAt: number
  /** Whether a source has not answered, so that there may be more of it. */
  readonly isPart: boolean
}

export function createDetailsReader(options: DetailsOptions) {
  const maxHeld = Math.floor(mostHeld * (options.memoryShare ?? 1))
  const held = new LRUCache<string, Held>({
    maxSize: maxHeld,
    sizeCalculation: ({ details }) => Math.min(maxHeld, details ? weightOf(details.meta) : 1),
    dispose({ household, identity }, _key, reason) {
      const own = reason === 'set' ? undefined : opened.get(household)
      if (own?.delete(identity.text) && own.size === 0) opened.delete(household)
    },
  })
  const opened = new Map<string, Map<string, Opened>>()
  const reading = new Map<string, Promise<Details | null>>()

  function householdKey({ configuration, cacheKey }: DetailsAsker): string {
    return `${configuration} ${cacheKey}`
  }

  function keyOf(household: DetailsAsker, { text }: Identity): string {
    return `${householdKey(household)} ${text}`
  }

  function keep(key: string, value: Held): void {
    held.set(key, value)
    const { household, identity, type, details } = value
    if (!details) return
    const own = opened.get(household) ?? new Map<string, Opened>()
    opened.set(household, own)
    own.set(identity.text, { identity, type, details })
  }

  async function marked(details: Details, type: string, key: string): Promise<Details> {
    if (!options.fillers || type === 'movie' || details.meta.videos.length === 0) return details
    const marking = options.fillers
      .mark(details.meta, type)
      .then((meta) => (meta === details.meta ? details : toDetails(meta)))
    const late = Promise.withResolvers<Details>()
    const timer = setTimeout(() => late.resolve(details), fillersWaitMs)
    const soon = await Promise.race([marking, late.promise])
    clearTimeout(timer)
    marking
      .then((all) => {
        const known = held.peek(key)
        if (known && known.details === details && all !== details)
          keep(key, { ...known, details: all })
      })
      .catch(() => {})
    return soon
  }

  /** What a source that does not answer now has said before stays. */
  async function detailsOf(
    { known, isPart }: Answered,
    before: Details | null,
    type: string,
    key: string,
  ): Promise<Details | null> {
    if (known.length === 0) return before
    const all = before && isPart ? [...known, before.meta] : known
    const meta = await completeMeta(options.translators, all, type)
    return meta && marked(toDetails(meta), type, key)
  }

  /** Unless it was read again meanwhile. */
  async function completeLater(
    later: Promise<Answered>,
    before: Details | null,
    type: string,
    key: string,
  ) {
    const first = held.peek(key)
    const answered = await later
    const { known, isMore, isPart } = answered
    const isMixed = before !== null && known.length > 0 && first?.isPart === true
    const isOther = isMore || (isMixed && !isPart)
    const details = isOther ? await detailsOf(answered, before, type, key) : null
    const kept = held.peek(key)
    if (!kept || kept.readAt !== first?.readAt) return
    keep(key, { ...kept, details: details ?? kept.details, isPart })
  }

  function load(
    household: DetailsAsker,
    identity: Identity,
    type: string,
    asking: TitleAsking,
  ): Promise<Details | null> {
    const key = keyOf(household, identity)
    const question = `${asking.guess ? 'guess ' : ''}${type} ${key}`
    const running = reading.get(question)
    if (running) return running
    const { first, later } = read(options, household, type, identity.key, asking)
    const own = { household: householdKey(household), identity, type }
    const before = held.peek(key)?.details ?? null
    const done = first
      .then(async (answered) => {
        const { isPart } = answered
        const details = await detailsOf(answered, before, type, key)
        keep(key, { ...own, details, isPart, readAt: Date.now() })
        return details
      })
      .finally(() => reading.delete(question))
    reading.set(question, done)
    done.then(() => completeLater(later, before, type, key)).catch(() => {})
    return done
  }

  return {
    /** Null if no source knows the title. Refreshes an old answer in the background. */
    async of(
      household: DetailsAsker,
      identity: Identity,
      type: string,
      asking: TitleAsking = {},
    ): Promise<Details | null> {
      const known = held.get(keyOf(household, identity))
      // What is unknown as a series may be known as anime.
      if (!known || (!known.details && known.type !== type))
        return load(household, identity, type, asking)
      const lasts = known.details && !known.isPart ? freshMs : partFreshMs
      if (Date.now() - known.readAt < lasts) return known.details
      const renewing = load(household, identity, type, asking)
      if (!known.details) return renewing
      renewing.catch(() => {})
      return known.details
    },

    /** Whether every source has answered for it. */
    isWhole(household: Household, identity: Identity): boolean {
      return held.peek(keyOf(household, identity))?.isPart === false
    },

    openedOf(household: Household): ReadonlyMap<string, Opened> {
      return opened.get(householdKey(household)) ?? nothingOpened
    },

    peek(household: Household, identity: Identity): Details | null {
      return held.peek(keyOf(household, identity))?.details ?? null
    },
  }
}

/** Null where the source has nothing of it; throws where it fails or is late. */
export async function questionSource(
  { client, translators }: DetailsOptions,
  source: Source,
  type: string,
  key: string,
  options: AskOptions & { readonly signal: AbortSignal },
): Promise<SourceMeta | null> {
  const id = parseMediaId(key)
  const { value: manifest } = await client.manifest(source, { signal: options.signal })
  const translate = translateOnce(translators, id, type)
  const question = await chooseQuestion({
    source,
    manifest,
    resource: 'meta',
    type,
    id,
    translate,
  })
  if ('skip' in question) return null
  const { value } = await client.meta(source, question.type, question.id, options)
  return value && withoutStreams(value)
}

/** Searches read them from the source's answer. */
function withoutStreams(meta: SourceMeta): SourceMeta {
  if (!meta.videos.some(({ streams }) => streams)) return meta
  return { ...meta, videos: meta.videos.map(({ streams: _streams, ...video }) => video) }
}

type Answered = {
  readonly known: readonly SourceMeta[]
  /** Whether more sources know it than before. */
  readonly isMore: boolean
  readonly isPart: boolean
}

type Reading = {
  readonly first: Promise<Answered>
  /** With the answers that came later. */
  readonly later: Promise<Answered>
}

/**
 * What the first source says of the title, completed by all others that answer within the grace time, and `later` by the rest.
 * A series waits that long for the first source that knows its episodes.
 */
function read(
  options: DetailsOptions,
  household: DetailsAsker,
  type: string,
  key: string,
  asking: TitleAsking,
): Reading {
  const question = { ...asking, signal: AbortSignal.timeout(waitMs) }
  const sources = sourcesOf(household)
  const answers = new Map<number, SourceMeta | null>()
  const asked = sources.map(async (source, index) => {
    const answer = questionSource(options, source, type, key, question)
    const done = answer.then((meta) => void answers.set(index, meta))
    await done.catch(() => {})
    return answers.get(index) ?? null
  })
  let used = 0
  const answered = (): Answered => {
    const known = sources.flatMap((_, index) => answers.get(index) ?? [])
    const isPart = answers.size < sources.length
    const isMore = known.length > used
    used = known.length
    return { known, isMore, isPart }
  }
  const first = untilEnough(asked, type).then(answered)
  const later = Promise.all([first, ...asked]).then(answered)
  return { first, later }
}

async function untilEnough(
  asked: readonly Promise<SourceMeta | null>[],
  type: string,
): Promise<void> {
  const grace = Promise.withResolvers<null>()
  const isEnough = (meta: SourceMeta) => type === 'movie' || meta.videos.length > 0
  const beginGrace = () => setTimeout(() => grace.resolve(null), graceMs).unref()
  for (const answer of asked) {
    answer
      .then((meta) => {
        if (type !== 'movie' && meta?.videos.length) beginGrace()
      })
      .catch(() => {})
  }
  let whole: SourceMeta | null = null
  for (const answer of asked) {
    const meta: SourceMeta | null = await Promise.race([answer, grace.promise])
    if (!meta) continue
    whole = whole ? fillMeta(whole, meta) : meta
    if (lacksNothing(whole, type)) break
    if (isEnough(whole)) beginGrace()
  }
}

const parts = [
  'description',
  'poster',
  'background',
  'logo',
  'genres',
  'people',
  'trailers',
] as const
const facts = ['released', 'runtime', 'rating', 'certification'] as const

function lacksNothing(meta: SourceMeta, type: string): boolean {
  const hasVideos = type === 'movie' || (meta.videos.length > 0 && meta.videos.every(isWhole))
  const hasImdb = meta.ids.imdb !== undefined || parseMediaId(meta.id).space === 'imdb'
  return (
    hasVideos &&
    hasImdb &&
    facts.every((part) => meta[part] !== null) &&
    parts.every((part) => meta[part] !== null && meta[part].length > 0)
  )
}

function isWhole({ overview, thumbnail }: SourceVideo): boolean {
  return overview !== null && thumbnail !== null
}

export function toDetails(meta: SourceMeta): Details {
  return { meta, seasons: seasonsOf(meta, Date.now()) }
}
