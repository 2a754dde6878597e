import type { ItemKind } from './item-ref.ts'
import type { PlayOrigin } from './play.ts'

/** A history, and whose plays of it are asked for. */
export type PlayReader = { readonly historyId: number; readonly profileIds: readonly string[] }

export type PlayedTitle = {
  readonly space: 'movie' | 'series'
  readonly titleKey: string
}

/** Which keys of each history, by its id, as they are stored; null: all. */
export type KeyChoice = ReadonlyMap<number, readonly string[]> | null

/** Which plays; null: does not matter. */
export type PlayFilter = {
  readonly readers: readonly PlayReader[]
  readonly kinds: readonly ItemKind[] | null
  /** Epoch milliseconds: the first that counts, and the first that does not. */
  readonly from: number | null
  readonly to: number | null
  readonly titles: KeyChoice
  /** Which films and episodes, in place of titles. */
  readonly items: KeyChoice
  readonly season: number | null
  /** Titles with the key of one of these that are not meant: some databases number films and series alike. */
  readonly except: readonly PlayedTitle[]
  readonly finished: boolean | null
  /** Whether the item or its series is marked in the history. */
  readonly favorite: boolean | null
  readonly origin: PlayOrigin | null
  readonly clients: readonly string[] | null
  readonly devices: readonly string[] | null
}
