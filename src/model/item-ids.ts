import type { ItemRef } from './item-ref.ts'

export type ItemIds = {
  /** 32 lower-case hexadecimal digits, always the same for the same ref. */
  encode(ref: ItemRef): string
  /** Dashes and case do not matter; null for everything that this service did not make. */
  decode(text: string): ItemRef | null
}

/** Play session ids, which contain the mark of the offered version. */
export type PlaySessionIds = {
  /** Different at each call. */
  encode(version: number): string
  /** Null for everything that this service did not make. */
  decode(text: string): number | null
}
