import { fileFormats } from '../../services/history-files/import.ts'
import type { ImportReport } from '../../services/history-files/import.ts'
import { skipReasons } from '../../model/skip-reasons.ts'
import type { SkipCode } from '../../model/skip-reasons.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const FileFormatRef = enumOf('HistoryFileFormat', fileFormats, 'Which service exported a file.', {
  service: 'An export of this service.',
  trakt: 'An export of Trakt.',
  simkl: 'An export of Simkl.',
  yamtrack: 'An export of Yamtrack.',
})

const SkipCodeRef = enumOf(
  'SkipCode',
  Object.keys(skipReasons) as SkipCode[],
  'Why entries of a file cannot be used.',
  skipReasons,
)

const SkippedRef = builder.objectRef<ImportReport['skipped'][number]>('SkippedEntries').implement({
  description: 'Entries of a file that could not be used.',
  fields: (t) => ({
    code: t.expose('code', { type: SkipCodeRef, description: 'Why they could not be used.' }),
    reason: t.exposeString('reason', { description: 'The same for people.' }),
    count: t.exposeInt('count', { description: 'Number of entries.' }),
  }),
})

const ImportReportRef = builder.objectRef<ImportReport>('HistoryImport').implement({
  description: 'What an import changed, in entries.',
  fields: (t) => ({
    format: t.expose('format', {
      type: FileFormatRef,
      description: 'The service that exported the file.',
    }),
    added: t.exposeInt('added', { description: 'The number of new entries.' }),
    updated: t.exposeInt('updated', { description: 'Entries that were replaced by newer ones.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Known already, or older than known.' }),
    cleared: t.exposeInt('cleared', {
      description: 'Cleared after they were watched, and left that way.',
    }),
    plays: t.exposeInt('plays', { description: 'Plays with a date that were added.' }),
    skipped: t.expose('skipped', {
      type: [SkippedRef],
      description: 'Unusable entries, by reason.',
    }),
  }),
})

builder.queryField('exportHistory', (t) =>
  t.field({
    authScopes: { user: true },
    type: 'HistoryExport',
    complexity: 20_000,
    description:
      'Every history that the caller may read, as GET /Service/History/Export streams it. BAD_REQUEST above 32 MiB.',
    resolve: (_root, _args, ctx) => ctx.services.historyFiles.exportDocument(ctx.user),
  }),
)

builder.mutationField('importHistory', (t) =>
  t.field({
    authScopes: { user: true },
    type: ImportReportRef,
    description:
      'Imports an export of this service, Trakt, Simkl or Yamtrack. Importing it again changes nothing.',
    args: {
      file: t.arg.string({ required: true, description: 'The content of the file.' }),
      userId: t.arg.id({
        description: 'The user to import for; default: as the file says, or else the caller.',
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
