import type { IdSpace, MediaId } from './media-id.ts'

/** Knows one title or episode under several ids: the anime database, or a metadata source. */
export type IdTranslator = {
  /** The same film or episode in those of the wanted spaces that are known; empty where nothing is. Never fails. */
  translate(id: MediaId, type: string, wanted: readonly IdSpace[]): Promise<readonly MediaId[]>
}
