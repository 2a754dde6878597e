import { LRUCache } from 'lru-cache'
import { seasonsOf } from '../../../library/episodes.ts'
import type { Identity } from '../../../library/identity.ts'
import { fillMeta } from '../../../library/title.ts'
import type { Details } from '../../../library/title.ts'
import type { IdTranslator } from '../../../model/id-translator.ts'
import { parseMediaId } from '../../../model/media-id.ts'
import type { Household } from '../../../model/household.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { SourceMeta } from '../../../model/source-meta.ts'
import type { Source } from '../../../model/source.ts'
import { chooseQuestion } from '../../../search/question.ts'
import { translateOnce } from '../../../search/translate-once.ts'
import { sourcesOf } from '../../configured-sources.ts'
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
const unknownFreshMs = 60_000
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

export type DetailsAsker = Pick<Household, 'userData' | 'cacheKey'> & {
  readonly configuration: number | null
}

const nothingOpened: ReadonlyMap<string, Opened> = new Map()

type Held = {
  readonly household: string
  readonly identity: Identity
  readonly details: Details | null
  readonly type: string
  readonly readAt: number
}

export function createDetailsReader(options: DetailsOptions) {
  const maxHeld = Math.floor(mostHeld * (options.memoryShare ?? 1))
  const held = new LRUCache<string, Held>({
    maxSize: maxHeld,
    sizeCalculation: ({ details }) => Math.min(maxHeld, 1 + (details?.meta.videos.length ?? 0)),
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

  function load(
    household: DetailsAsker,
    identity: Identity,
    type: string,
  ): Promise<Details | null> {
    const key = keyOf(household, identity)
    const question = `${type} ${key}`
    const running = reading.get(question)
    if (running) return running
    const done = read(options, household, type, identity.key)
      .then((found) => found && marked(found, type, key))
      .then((found) => {
        const details = found ?? held.peek(key)?.details ?? null
        const now = Date.now()
        keep(key, { household: householdKey(household), identity, details, type, readAt: now })
        return details
      })
      .finally(() => reading.delete(question))
    reading.set(question, done)
    return done
  }

  return {
    /** Null if no source knows the title. Refreshes an old answer in the background. */
    async of(household: DetailsAsker, identity: Identity, type: string): Promise<Details | null> {
      const known = held.get(keyOf(household, identity))
      // What is unknown as a series may be known as anime.
      if (!known || (!known.details && known.type !== type)) return load(household, identity, type)
      const lasts = known.details ? freshMs : unknownFreshMs
      if (Date.now() - known.readAt < lasts) return known.details
      const renewing = load(household, identity, type)
      if (!known.details) return renewing
      renewing.catch(() => {})
      return known.details
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
  signal: AbortSignal,
): Promise<SourceMeta | null> {
  const id = parseMediaId(key)
  const { value: manifest } = await client.manifest(source, { signal })
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
  return (await client.meta(source, question.type, question.id, { signal })).value
}

/**
 * What the first source says of the title, completed by the next ones that answer within the grace time. A series waits
 * that long for the first source that knows its episodes.
 */
async function read(
  options: DetailsOptions,
  household: DetailsAsker,
  type: string,
  key: string,
): Promise<Details | null> {
  const signal = AbortSignal.timeout(waitMs)
  const asked = sourcesOf(household.userData, household.configuration).map((source) =>
    questionSource(options, source, type, key, signal).catch(() => null),
  )
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
  return whole && toDetails(whole)
}

const parts = ['description', 'poster', 'background', 'genres', 'people'] as const

/** Parts that nearly every title has: for others no source is waited for. */
function lacksNothing(meta: SourceMeta, type: string): boolean {
  const hasVideos = type === 'movie' || meta.videos.length > 0
  return hasVideos && parts.every((part) => meta[part] !== null && meta[part].length > 0)
}

function toDetails(meta: SourceMeta): Details {
  return { meta, seasons: seasonsOf(meta, Date.now()) }
}
