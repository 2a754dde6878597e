import { cutText } from '../../core/cut-text.ts'
import { z } from 'zod'
import { trackerReason } from '../../core/tracker-reasons.ts'
import type { TrackerReason } from '../../core/tracker-reasons.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { ProviderAccess, TrackerProvider, PushOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from '../answers.ts'
import type { Failure } from '../answers.ts'
import { createAniListAuth } from './auth.ts'
import { changeOf, listStatuses, placesOf, pulledOf, pushEach } from './mapping.ts'
import type { Change, ListedEntry, Mark, Standing } from './mapping.ts'

export type AniListOptions = {
  fetch: GuardedFetch
  baseUrl?: string
  clientId: string
  clientSecret: string
  translators: readonly IdTranslator[]
}

type Question<T> = { readonly text: string; readonly data: z.ZodType<T> }

type Answered<T> = { readonly kind: 'answered'; readonly data: T } | Failure

const publicUrl = 'https://graphql.anilist.co'
const tracker = 'AniList'
const timeoutMs = 20_000
const maxWords = 200

/** Everything that changes an entry reads it first. */
export function createAniList({
  fetch,
  baseUrl = publicUrl,
  clientId,
  clientSecret,
  translators,
}: AniListOptions): TrackerProvider {
  const site = baseUrl === publicUrl ? 'https://anilist.co' : baseUrl
  const auth = createAniListAuth({ fetch, site, clientId, clientSecret })

  async function ask<T>(
    { text, data }: Question<T>,
    variables: Readonly<Record<string, unknown>>,
    { tokens, signal }: ProviderAccess,
  ): Promise<Answered<T>> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${tokens.accessToken}`,
    }
    const body = JSON.stringify({ query: text, variables })
    let answer: FetchedAnswer
    try {
      answer = await fetch(baseUrl, { method: 'POST', headers, body, timeoutMs, signal })
    } catch (error) {
      return retryOf(error, tracker)
    }
    return read(answer, data)
  }

  async function standingOf(
    id: number,
    asked: ProviderAccess,
  ): Promise<Answered<EntryAnswer['Media']>> {
    const answered = await ask(entryQuestion, { id }, asked)
    return answered.kind === 'answered' ? { kind: 'answered', data: answered.data.Media } : answered
  }

  async function change(
    mediaId: number,
    entryId: number | null,
    change: Change,
    asked: ProviderAccess,
  ): Promise<PushOutcome> {
    const answered =
      change === 'remove'
        ? await ask(removeQuestion, { id: entryId }, asked)
        : await ask(saveQuestion, { mediaId, ...inWords(change) }, asked)
    return answered.kind === 'answered' ? { kind: 'delivered' } : answered
  }

  return {
    ...auth,

    async push(event, asked) {
      const places = await placesOf(event, 'anilist', translators)
      return pushEach(places, async ({ id, episodes }) => {
        const answered = await standingOf(id, asked)
        if (answered.kind !== 'answered') return answered
        const wanted = changeOf(event, toStanding(answered.data), episodes)
        if (wanted === null) return { kind: 'ignored' }
        return change(id, answered.data.mediaListEntry?.id ?? null, wanted, asked)
      })
    },

    async pull(version, asked) {
      const account = await ask(accountQuestion, {}, asked)
      if (account.kind !== 'answered') return account
      const list = await ask(listQuestion, { userId: account.data.Viewer.id }, asked)
      if (list.kind !== 'answered') return list
      const rows = list.data.MediaListCollection.lists.flatMap(({ entries }) =>
        entries.flatMap((row) => (row ? toListedEntry(row) : [])),
      )
      return { kind: 'pulled', pulled: pulledOf('anilist', rows, version) }
    },
  }
}

const problems = z.object({
  errors: z
    .array(z.object({ message: z.string(), status: z.number().nullish().catch(null) }))
    .nonempty(),
})

/** Failures are GraphQL errors that hold the status, whatever the answer's own status is. */
function read<T>(answer: FetchedAnswer, data: z.ZodType<T>): Answered<T> {
  const json = jsonOf(answer)
  const [problem] = problems.safeParse(json).data?.errors ?? []
  if (problem || !isSuccess(answer)) {
    const status = problem?.status ?? (isSuccess(answer) ? 400 : answer.status)
    return explain({ ...answer, status }, problem?.message)
  }
  const answered = z.object({ data }).safeParse(json)
  if (answered.success) return { kind: 'answered', data: answered.data.data }
  return { kind: 'retry', reason: trackerReason('TRACKER_UNREADABLE', { tracker }), afterMs: null }
}

function explain(answer: FetchedAnswer, said = ''): Failure {
  const message = cutText(said.replaceAll(/[\s\p{C}]+/gu, ' '), maxWords)
  // A token that ended or was revoked is reported as a bad request.
  if (answer.status === 401 || /invalid token/i.test(message)) {
    return { kind: 'unauthorized', reason: trackerReason('TRACKER_DISCONNECTED', { tracker }) }
  }
  // Not a refusal of the user: the whole API is closed for a while.
  if (answer.status === 403) return { kind: 'retry', reason: reasonOf(message), afterMs: null }
  const failure = failureOf(answer)
  return message ? { ...failure, reason: reasonOf(message) } : failure
}

function reasonOf(words: string): TrackerReason {
  return words
    ? trackerReason('TRACKER_SAYS', { tracker, words })
    : trackerReason('TRACKER_CLOSED', { tracker })
}

const count = z.number().int().nonnegative()
const mark = {
  status: z.enum(listStatuses).nullable(),
  progress: count.nullish(),
  repeat: count.nullish(),
}
const work = { episodes: count.nullish(), format: z.string().nullish() }
const date = z
  .object({ year: count.nullish(), month: count.nullish(), day: count.nullish() })
  .nullish()

const accountQuestion = {
  text: 'query { Viewer { id } }',
  data: z.object({ Viewer: z.object({ id: count }) }),
}

const entryQuestion = {
  text: `query ($id: Int) {
    Media(id: $id, type: ANIME) {
      episodes
      format
      mediaListEntry { id status progress repeat }
    }
  }`,
  data: z.object({
    Media: z.object({ ...work, mediaListEntry: z.object({ id: count, ...mark }).nullable() }),
  }),
}

type EntryAnswer = z.output<typeof entryQuestion.data>

const saveQuestion = {
  text: `mutation ($mediaId: Int, $status: MediaListStatus, $progress: Int, $repeat: Int) {
    SaveMediaListEntry(mediaId: $mediaId, status: $status, progress: $progress, repeat: $repeat) {
      id
    }
  }`,
  data: z.object({ SaveMediaListEntry: z.object({ id: count }) }),
}

const removeQuestion = {
  text: 'mutation ($id: Int) { DeleteMediaListEntry(id: $id) { deleted } }',
  data: z.object({ DeleteMediaListEntry: z.object({ deleted: z.boolean().nullable() }) }),
}

const listRow = z.object({
  mediaId: count,
  ...mark,
  updatedAt: count.nullish(),
  completedAt: date,
  media: z.object({
    ...work,
    title: z.object({ romaji: z.string().nullish(), english: z.string().nullish() }).nullish(),
    startDate: z.object({ year: count.nullish() }).nullish(),
  }),
})

const listQuestion = {
  text: `query ($userId: Int) {
    MediaListCollection(userId: $userId, type: ANIME) {
      lists {
        entries {
          mediaId
          status
          progress
          repeat
          updatedAt
          completedAt { year month day }
          media { episodes format title { romaji english } startDate { year } }
        }
      }
    }
  }`,
  data: z.object({
    MediaListCollection: z.object({
      lists: z.array(
        z.object({
          entries: z.array(listRow.nullable().catch(null)),
        }),
      ),
    }),
  }),
}

function isFilm({ format }: { format?: string | null }): boolean {
  return format === 'MOVIE'
}

/** Omitted fields keep their value. */
function inWords({ repeats, ...said }: Partial<Mark>) {
  return { ...said, ...(repeats === undefined ? {} : { repeat: repeats }) }
}

function toMark({ status, progress, repeat }: z.output<z.ZodObject<typeof mark>>) {
  // The schema allows every field to be absent.
  return { status: status ?? 'CURRENT', progress: progress ?? 0, repeats: repeat ?? 0 } as const
}

function toStanding(media: EntryAnswer['Media']): Standing {
  return {
    total: media.episodes || (isFilm(media) ? 1 : null),
    mark: media.mediaListEntry && toMark(media.mediaListEntry),
  }
}

function toListedEntry(row: z.output<typeof listRow>): ListedEntry {
  const { mediaId, media, updatedAt, completedAt } = row
  return {
    ...toMark(row),
    id: mediaId,
    isFilm: isFilm(media),
    total: media.episodes || null,
    name: media.title?.english ?? media.title?.romaji ?? null,
    year: media.startDate?.year ?? null,
    updatedAt: updatedAt ? updatedAt * 1_000 : null,
    completedAt: timeOf(completedAt),
  }
}

/** Unknown month or day becomes the first. */
function timeOf(day: z.output<typeof date>): number | null {
  return day?.year ? Date.UTC(day.year, (day.month || 1) - 1, day.day || 1) : null
}
