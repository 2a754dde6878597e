import type { Client } from '../../model/credentials.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import { createImportedParts } from '../history/imported.ts'
import { exportDocument, exportFile } from './export.ts'
import type { ExportDeps } from './export.ts'
import { importFile } from './import.ts'
import type { ImportReport, ImportRequest } from './import.ts'
import type { Upload } from './spool.ts'
import type { Uploads } from './uploads.ts'

export type HistoryFiles = ReturnType<typeof createHistoryFiles>

/** Exports what the caller may read; imports for users whom the caller may change. */
export function createHistoryFiles({
  store,
  events,
  translators,
  uploads,
  library,
  playsKeptMs,
}: ExportDeps & {
  readonly events: LiveEvents
  readonly translators: readonly IdTranslator[]
  readonly uploads: Uploads
  readonly playsKeptMs?: number | null | undefined
}) {
  const partOf = createImportedParts(translators)
  const deps = { store, events, uploads, partOf, playsKeptMs }

  return {
    export: (user: User): AsyncIterable<string> => exportFile({ store, library }, user),

    exportDocument: (user: User): Promise<Record<string, unknown>> =>
      exportDocument({ store, library }, user),

    /**
     * Imports all of a file or nothing; repeating it changes nothing. Throws BAD_REQUEST if it is damaged or of an
     * unknown format, PAYLOAD_TOO_LARGE above a limit, RATE_LIMIT_EXCEEDED if too many wait.
     */
    import: (user: User, request: ImportRequest, upload: Upload): Promise<ImportReport> =>
      importFile(deps, user, request, upload),

    importText: (
      user: User,
      { file, ...request }: Omit<ImportRequest, 'client'> & { readonly file: string },
      client: Client,
    ): Promise<ImportReport> =>
      importFile(deps, user, { ...request, client }, { file: pieceOf(file), declaredBytes: null }),
  }
}

async function* pieceOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
