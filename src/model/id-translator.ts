import type { IdSpace, MediaId } from './media-id.ts'

export type IdTranslator = {
  /** Ids in the wanted spaces, as far as they are known. Never fails. */
  translate(id: MediaId, type: string, wanted: readonly IdSpace[]): Promise<readonly MediaId[]>
}
