import { fileFormats } from '../../services/history-files/import.ts'
import type { ImportReport } from '../../services/history-files/import.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const FileFormatRef = enumOf('HistoryFileFormat', fileFormats, 'Whose export a file is.', {
  service: 'An export of this service.',
})

const SkippedRef = builder.objectRef<ImportReport['skipped'][number]>('SkippedEntries').implement({
  description: 'Entries of a file that could not be used.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why they could not be used.' }),
    count: t.exposeInt('count', { description: 'How many there are.' }),
  }),
})

const ImportReportRef = builder.objectRef<ImportReport>('HistoryImport').implement({
  description: 'What an import changed, in numbers of entries.',
  fields: (t) => ({
    format: t.expose('format', { type: FileFormatRef, description: 'Whose export it is.' }),
    added: t.exposeInt('added', { description: 'New entries.' }),
    updated: t.exposeInt('updated', { description: 'Entries that were older.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Known already, or older than known.' }),
    cleared: t.exposeInt('cleared', { description: 'Cleared after they were watched; left so.' }),
    skipped: t.field({
      type: [SkippedRef],
      description: 'What could not be used, by reason.',
      resolve: ({ skipped }) => [...skipped],
    }),
  }),
})

builder.queryField('exportHistory', (t) =>
  t.field({
    authScopes: { user: true },
    type: 'JSONObject',
    complexity: 20_000,
    description:
      'The whole history of everybody whom the caller may read, as GET /Service/History/Export streams it; BAD_REQUEST above 32 MiB.',
    resolve: (_root, _args, ctx) => ctx.services.historyFiles.exportDocument(ctx.user),
  }),
)

builder.mutationField('importHistory', (t) =>
  t.field({
    authScopes: { user: true },
    type: ImportReportRef,
    description:
      'Imports an export of this service, Trakt, Simkl or Yamtrack. Importing it twice changes nothing more.',
    args: {
      file: t.arg.string({ required: true, description: 'The text of the file.' }),
      userId: t.arg.id({
        description: "Whose history to add to; left out: as the file says, or the caller's own.",
      }),
      dryRun: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'Only report what would change.',
      }),
      restore: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'Also bring back what was cleared after it was watched.',
      }),
    },
    resolve: (_root, args, ctx) => ctx.services.historyFiles.importText(ctx.user, args, ctx.client),
  }),
)
