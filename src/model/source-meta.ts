import type { PersonRole } from './library-item.ts'
import type { IdSpace } from './media-id.ts'
import type { SourceStream } from './source.ts'

/** Absent values are null, lists are empty; a catalog says less than the title's own answer. */
export type SourceMeta = {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly description: string | null
  readonly year: number | null
  readonly endYear: number | null
  /** Epoch milliseconds of the first broadcast. */
  readonly released: number | null
  readonly continuing: boolean | null
  readonly runtime: number | null
  /** 0 to 10. */
  readonly rating: number | null
  readonly certification: string | null
  readonly genres: readonly string[]
  readonly studios: readonly string[]
  readonly countries: readonly string[]
  readonly people: readonly SourcePerson[]
  readonly poster: string | null
  /** Width divided by height. */
  readonly posterRatio: number | null
  readonly background: string | null
  readonly logo: string | null
  readonly trailers: readonly string[]
  /** `imdb` with its `tt`, the others as numbers. */
  readonly ids: Partial<Readonly<Record<Exclude<IdSpace, 'opaque'>, string>>>
  readonly videos: readonly SourceVideo[]
  /** What it belongs to, such as all films of a story. Missing: nothing. */
  readonly sets?: readonly SourceSet[]
  /** Where it is not a title but such a set itself. */
  readonly set?: SourceSet
  /** Of its own answer alone. Missing: none. */
  readonly links?: readonly SourceLink[]
  /** The video that opens at once. Missing: the source does not say. */
  readonly firstVideoId?: string
  /** Whether players look for new videos. Missing: no. */
  readonly hasScheduledVideos?: boolean
}

/** Safe to open. */
export type SourceLink = {
  readonly name: string
  readonly category: string
  readonly url: string
}

export const emptyMeta: Omit<SourceMeta, 'id' | 'type' | 'name'> = {
  aliases: [],
  description: null,
  year: null,
  endYear: null,
  released: null,
  continuing: null,
  runtime: null,
  rating: null,
  certification: null,
  genres: [],
  studios: [],
  countries: [],
  people: [],
  poster: null,
  posterRatio: null,
  background: null,
  logo: null,
  trailers: [],
  ids: {},
  videos: [],
}

/** Titles that belong together, as far as one answer says. */
export type SourceSet = {
  /** What its source is asked for it with; null where it has a name alone. */
  readonly id: string | null
  readonly type: string
  readonly name: string
  readonly overview: string | null
  readonly poster: string | null
  readonly background: string | null
  readonly items: readonly SetItem[]
  /** Whose titles belong to it too. */
  readonly catalogs: readonly { readonly type: string; readonly id: string }[]
}

export type SetItem = Pick<SourceMeta, 'id' | 'type' | 'year' | 'released' | 'poster' | 'ids'> & {
  /** Null: the title has to be known from elsewhere. */
  readonly name: string | null
}

export type SourcePerson = {
  readonly name: string
  readonly type: PersonRole
  readonly role: string | null
  readonly image: string | null
}

/** An episode of a series, or a video of a channel. */
export type SourceVideo = {
  /** Upstream id, such as `tt0903747:3:7`. */
  readonly id: string
  readonly title: string | null
  readonly season: number | null
  readonly episode: number | null
  readonly released: number | null
  readonly overview: string | null
  readonly thumbnail: string | null
  /** Minutes. */
  readonly runtime: number | null
  /** Whether the story goes on without it. Missing: no, or unknown. */
  readonly filler?: boolean
  /** Whether it tells again what was seen. Missing: no, or unknown. */
  readonly recap?: boolean
  /** Inside the answer itself. Missing: none. */
  readonly streams?: readonly SourceStream[]
}
