import type { PersonRole } from './library-item.ts'
import type { IdSpace } from './media-id.ts'

/** What a source knows about a film or series. Absent values are null, lists are empty; a catalog tells less than the title's own answer. */
export type SourceMeta = {
  readonly id: string
  readonly type: string
  readonly name: string
  /** Other names, the original one among them. */
  readonly aliases: readonly string[]
  readonly description: string | null
  readonly year: number | null
  /** Last year of a series that ended. */
  readonly endYear: number | null
  /** Epoch milliseconds of the first broadcast. */
  readonly released: number | null
  /** Whether a series goes on; null where nothing says so. */
  readonly continuing: boolean | null
  /** Minutes. */
  readonly runtime: number | null
  /** 0 to 10. */
  readonly rating: number | null
  /** Such as PG-13. */
  readonly certification: string | null
  readonly genres: readonly string[]
  readonly studios: readonly string[]
  readonly countries: readonly string[]
  readonly people: readonly SourcePerson[]
  readonly poster: string | null
  /** Width by height; null where the source does not say. */
  readonly posterRatio: number | null
  readonly background: string | null
  readonly logo: string | null
  /** Web addresses. */
  readonly trailers: readonly string[]
  /** Ids in other databases; `imdb` with its `tt`, the others as numbers. */
  readonly ids: Partial<Readonly<Record<Exclude<IdSpace, 'opaque'>, string>>>
  readonly videos: readonly SourceVideo[]
}

export type SourcePerson = {
  readonly name: string
  readonly type: PersonRole
  /** Character that an actor plays. */
  readonly role: string | null
  readonly image: string | null
}

/** One episode of a series, or one video of a channel. */
export type SourceVideo = {
  /** Upstream id, such as `tt0903747:3:7`. */
  readonly id: string
  readonly title: string | null
  readonly season: number | null
  readonly episode: number | null
  /** Epoch milliseconds. */
  readonly released: number | null
  readonly overview: string | null
  readonly thumbnail: string | null
  /** Minutes. */
  readonly runtime: number | null
}
