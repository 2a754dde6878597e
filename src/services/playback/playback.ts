import type { Readable } from 'node:stream'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household } from '../../model/member.ts'
import type { Version } from '../../model/version.ts'

/** What an address of a stream stands for. */
export type Playable = {
  readonly household: Household
  readonly item: LibraryItem
  readonly version: Version
}

export type PlayableIds = {
  /** Of an item or a version. */
  readonly itemId: string
  /** Wins over the item's where this service made it. */
  readonly mediaSourceId: string | null
  /** What else may name the version that the app was shown first, which is meant by the id of the item: its tag, and the play. */
  readonly tag?: string | null
  readonly playSessionId?: string | null
}

/** Part of a file that is wanted. */
export type CarryRequest = {
  readonly method: 'GET' | 'HEAD'
  readonly range: string | null
  readonly ifRange: string | null
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}

/** Bytes on their way through. */
export type Carried = {
  /** 200, 206 or 416. */
  readonly status: number
  /** Those that players need, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

/** A subtitle file beside the video. */
export type ExternalTrack = {
  /** May hold secrets. */
  readonly url: string
  /** ISO 639-2; null where nothing says it. */
  readonly language: string | null
  /** The language for people, else as its source writes it. */
  readonly title: string
  readonly codec: 'subrip' | 'ass' | 'webvtt'
}

/** A subtitle file; `type` is its Content-Type. */
export type Subtitles = { readonly type: string; readonly text: string }

export type TrackQuestion = Pick<LibraryItem, 'key' | 'mediaType'>

/** What players open. Ids alone admit here: nobody can guess one. */
export type PlaybackService = {
  /** Throws NOT_FOUND where the ids stand for nothing that can be played. */
  find(ids: PlayableIds, signal: AbortSignal): Promise<Playable>
  /** Whether the bytes must come from here: the address needs headers, or a page of another site reads them. */
  isCarried(playable: Playable, asker: { readonly reads: 'asPage' | 'asPlayer' }): boolean
  /** Throws RATE_LIMIT_EXCEEDED past the streams of one configuration, SERVICE_UNAVAILABLE where the upstream fails, which the version is then remembered for. */
  carry(playable: Playable, request: CarryRequest): Promise<Carried>
  /** Of the configuration's subtitle sources, the same for all versions of a title. Never fails; sources that take too long are left out. */
  tracks(
    household: Household,
    item: TrackQuestion,
    signal: AbortSignal,
  ): Promise<readonly ExternalTrack[]>
  /**
   * A track's lines as `vtt`, `srt`, `ass`, `ssa` or `js`. Throws BAD_REQUEST for another ending,
   * SERVICE_UNAVAILABLE where they cannot be fetched.
   */
  subtitles(track: ExternalTrack, ending: string, signal: AbortSignal): Promise<Subtitles>
}
