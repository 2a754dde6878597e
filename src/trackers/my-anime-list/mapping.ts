import { z } from 'zod'
import type { ListedEntry, ListStatus, Mark, Standing } from '../anilist/mapping.ts'

const statuses = ['watching', 'plan_to_watch', 'completed', 'dropped', 'on_hold'] as const

type Status = (typeof statuses)[number]

const meanings: Readonly<Record<Status, ListStatus>> = {
  watching: 'CURRENT',
  plan_to_watch: 'PLANNING',
  completed: 'COMPLETED',
  dropped: 'DROPPED',
  on_hold: 'PAUSED',
}

const words: Readonly<Record<ListStatus, Status>> = {
  CURRENT: 'watching',
  PLANNING: 'plan_to_watch',
  COMPLETED: 'completed',
  DROPPED: 'dropped',
  PAUSED: 'on_hold',
  // MyAnimeList marks repeating beside the status.
  REPEATING: 'completed',
}

const count = z.number().int().nonnegative()

const mark = {
  status: z.enum(statuses).nullish().catch(null),
  num_episodes_watched: count.nullish(),
  is_rewatching: z.boolean().nullish(),
  num_times_rewatched: count.nullish(),
}

const work = { num_episodes: count.nullish(), media_type: z.string().nullish() }

export const animeFields = 'num_episodes,media_type,my_list_status{num_times_rewatched}'

export const animeAnswer = z.object({
  ...work,
  my_list_status: z.object(mark).nullish(),
})

export const listFields = 'list_status{num_times_rewatched},num_episodes,media_type,start_season'

const listRow = z.object({
  node: z.object({
    ...work,
    id: count,
    title: z.string().nullish(),
    start_season: z.object({ year: count.nullish() }).nullish(),
  }),
  list_status: z.object({
    ...mark,
    updated_at: z.string().nullish(),
    /** `2017-11-11`, `2017-11` or `2017`. */
    finish_date: z.string().nullish(),
  }),
})

export const listAnswer = z.object({
  // One odd entry must not lose the others.
  data: z.array(listRow.nullable().catch(null)),
  paging: z.object({ next: z.string().nullish() }).nullish(),
})

export function toStanding(anime: z.output<typeof animeAnswer>): Standing {
  return {
    total: anime.num_episodes || (isFilm(anime) ? 1 : null),
    mark: anime.my_list_status ? toMark(anime.my_list_status) : null,
  }
}

export function toListedEntries({ data }: z.output<typeof listAnswer>): readonly ListedEntry[] {
  return data.flatMap((row) => {
    if (!row) return []
    const { node, list_status: listed } = row
    return {
      ...toMark(listed),
      id: node.id,
      isFilm: isFilm(node),
      total: node.num_episodes || null,
      name: node.title ?? null,
      year: node.start_season?.year ?? null,
      updatedAt: timeOf(listed.updated_at),
      completedAt: timeOf(listed.finish_date),
    }
  })
}

/** Omitted fields keep their value. */
export function formOf({ status, progress, repeats }: Partial<Mark>): URLSearchParams {
  const form = new URLSearchParams()
  if (status !== undefined) {
    form.set('status', words[status])
    form.set('is_rewatching', String(status === 'REPEATING'))
  }
  if (progress !== undefined) form.set('num_watched_episodes', String(progress))
  if (repeats !== undefined) form.set('num_times_rewatched', String(repeats))
  return form
}

function toMark(listed: z.output<z.ZodObject<typeof mark>>): Mark {
  return {
    status: listed.is_rewatching ? 'REPEATING' : meanings[listed.status ?? 'watching'],
    progress: listed.num_episodes_watched ?? 0,
    repeats: listed.num_times_rewatched ?? 0,
  }
}

function isFilm({ media_type }: { media_type?: string | null }): boolean {
  return media_type === 'movie'
}

function timeOf(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
