import { onTestFinished, vi } from 'vitest'
import { translateMediaId } from '../../../src/anime/id-translator.ts'
import { sampleIndex } from '../../../src/anime/sample.ts'
import type { IdTranslator } from '../../../src/model/id-translator.ts'
import type { ProviderAccess, TrackerTokens, WatchEvent } from '../../../src/model/tracker.ts'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import type { GuardedFetch } from '../../../src/security/guarded-fetch.ts'
import { createAniList } from '../../../src/trackers/anilist/client.ts'
import { createMyAnimeList } from '../../../src/trackers/my-anime-list/client.ts'
import { createSimkl } from '../../../src/trackers/simkl/client.ts'
import { createTrakt } from '../../../src/trackers/trakt/client.ts'
import { startAniList } from './anilist-server.ts'
import { at, day, event, hour, titanEvent } from './events.ts'
import { startMyAnimeList } from './my-anime-list-server.ts'
import { startSimkl } from './simkl-server.ts'
import { startTrakt } from './trakt-server.ts'

export const never = new AbortController().signal

const index = sampleIndex()
export const animeDatabase: IdTranslator = {
  translate: async (id, type, wanted) => translateMediaId(index, id, type, wanted),
}

/** Ends with the test. */
export function openFetch(allowPrivate = true): GuardedFetch {
  const client = createGuardedFetch({ allowPrivate })
  onTestFinished(() => client.close())
  return client.fetch
}

/** What a tracker is made with to ask this server. */
function optionsFor({ url, client }: { url: string; client: { id: string; secret: string } }) {
  return { fetch: openFetch(), baseUrl: url, clientId: client.id, clientSecret: client.secret }
}

/** Of a person whose tokens can be renewed. */
export function renewing(
  tokens: TrackerTokens,
  renewed = vi.fn<ProviderAccess['renewed']>(async () => {}),
) {
  return { tokens, renewed, signal: never }
}

/** What AniList's server takes from the start. */
export const memberToken = 'token of the user'

/** Of a person whose token lasts. */
export function lasting(accessToken: string, signal = never): ProviderAccess {
  return {
    tokens: { accessToken, refreshToken: null, expiresAt: null },
    renewed: async () => {
      throw new Error('a token that lasts is not renewed')
    },
    signal,
  }
}

/** Of a person whose new tokens are kept, as the service does. */
function keeping(tokens: TrackerTokens) {
  let kept = tokens
  const renewals: TrackerTokens[] = []
  return {
    renewals,
    tokens: () => kept,
    /** The time at which the service believes that the tokens end. */
    ends(expiresAt: number | null) {
      kept = { ...kept, expiresAt }
    },
    ask: (signal = new AbortController().signal): ProviderAccess => ({
      tokens: kept,
      renewed: async (tokens) => {
        renewals.push(tokens)
        kept = tokens
      },
      signal,
    }),
  }
}

/** Trakt, and a person who is connected to it. It hears of events when they happen, unless told otherwise. */
export async function openTrakt(
  options: { mostOfPage?: number; baseUrl?: string; now?: () => number } = {},
) {
  const server = await startTrakt(options)
  const { baseUrl = `${server.url}/`, now = () => at } = options
  const tracker = createTrakt({ ...optionsFor(server), baseUrl, now })
  const { access, refresh } = server.grant()
  const tokens = { accessToken: access, refreshToken: refresh, expiresAt: Date.now() + 24 * hour }
  const ask = renewing(tokens)
  return {
    server,
    tracker,
    tokens,
    push: (said: Partial<WatchEvent>) => tracker.push(event(said), ask),
    pull: (version: string | null) => tracker.pull(version, ask),
  }
}

/** Simkl, and a person who is connected to it. */
export async function openSimkl(
  options: { baseUrl?: string; clientId?: string; intervalMs?: number | undefined } = {},
) {
  const server = await startSimkl()
  const tracker = createSimkl({ ...optionsFor(server), intervalMs: 1, ...options })
  const ask = lasting(server.grant())
  return {
    server,
    tracker,
    push: (said: Partial<WatchEvent>) => tracker.push(event(said), ask),
    pull: async (version: string | null) => {
      const outcome = await tracker.pull(version, ask)
      if (outcome.kind !== 'pulled') throw new Error(outcome.reason.message)
      return outcome.pulled
    },
  }
}

/** AniList, and a person who is connected to it. */
export async function openAniList() {
  const server = await startAniList()
  const tracker = createAniList({ ...optionsFor(server), translators: [animeDatabase] })
  return {
    server,
    tracker,
    push: (said: Partial<WatchEvent>) => tracker.push(titanEvent(said), lasting(memberToken)),
  }
}

/** MyAnimeList, and a person who is connected to it. */
export async function openMyAnimeList(secret: string | null = 'a secret of this client') {
  const server = await startMyAnimeList()
  server.client.secret = secret
  const tracker = createMyAnimeList({
    fetch: openFetch(),
    baseUrl: server.url,
    clientId: server.client.id,
    clientSecret: secret,
    translators: [animeDatabase],
  })
  const { access_token, refresh_token } = server.grant()
  const person = keeping({
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + 31 * day,
  })
  const push = (said: Partial<WatchEvent>, ask: ProviderAccess = person.ask()) =>
    tracker.push(titanEvent(said), ask)
  const pull = (version: string | null = null) => tracker.pull(version, person.ask())
  async function pulled(version: string | null = null) {
    const outcome = await pull(version)
    if (outcome.kind !== 'pulled') throw new Error(outcome.kind)
    return outcome.pulled
  }
  return { server, tracker, person, push, pull, pulled }
}

type AniListServer = Awaited<ReturnType<typeof startAniList>>
type MyAnimeListServer = Awaited<ReturnType<typeof startMyAnimeList>>

/** Where a title stands in the person's list, such as `CURRENT 3`. */
export function standingAtAniList({ entries }: AniListServer, mediaId: number): string | null {
  const entry = entries.get(mediaId)
  return entry ? `${entry.status} ${entry.progress}` : null
}

/** Where a title stands in the person's list, such as `watching again 3`. */
export function standingAtMyAnimeList({ marks }: MyAnimeListServer, id: number): string | null {
  const mark = marks.get(id)
  if (!mark) return null
  return `${mark.status}${mark.is_rewatching ? ' again' : ''} ${mark.num_episodes_watched}`
}
