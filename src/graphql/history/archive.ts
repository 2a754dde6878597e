import { AppError } from '../../core/errors.ts'
import type { ArchivePage, ImportReport, OwnedEntry } from '../../services/archive/archive.ts'
import { builder } from '../builder.ts'
import { pageCost, perPage } from '../cost.ts'
import { ItemKindRef, ItemRefType } from '../library/item.ts'

const HistorySourceRef = builder.enumType('HistorySource', {
  values: { local: { description: 'played on this server' }, all: {} },
})

const HistoryOriginRef = builder.enumType('HistoryOrigin', {
  values: { local: {}, import: { description: 'read from a tracker or a file' } },
})

const HistoryEntryRef = builder.objectRef<OwnedEntry>('HistoryEntry').implement({
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'whose history it is in' }),
    itemKey: t.exposeString('itemKey', { description: 'upstream id, such as tt0903747:3:7' }),
    kind: t.field({ type: ItemKindRef, resolve: ({ kind }) => kind }),
    played: t.exposeBoolean('played'),
    playCount: t.exposeInt('playCount'),
    positionMs: t.expose('positionMs', { type: 'SafeInt', description: 'milliseconds' }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds, as it was played or else as its source says',
    }),
    favorite: t.exposeBoolean('favorite'),
    likes: t.exposeBoolean('likes', { nullable: true, description: 'false: dropped' }),
    lastPlayedAt: t.expose('lastPlayedAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'epoch milliseconds',
    }),
    sortAt: t.expose('sortAt', { type: 'SafeInt', description: 'epoch milliseconds; the order' }),
    origin: t.field({ type: HistoryOriginRef, resolve: ({ origin }) => origin }),
    tracker: t.exposeString('tracker', { nullable: true }),
    item: t.field({
      type: ItemRefType,
      nullable: true,
      resolve: (entry, _args, ctx) => ctx.loaders.entryItems.load(entry),
    }),
  }),
})

const HistoryEdgeRef = builder.objectRef<OwnedEntry>('HistoryEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: HistoryEntryRef, resolve: (entry) => entry }),
  }),
})

const HistoryPageInfoRef = builder
  .objectRef<ArchivePage & { readonly isFirst: boolean }>('HistoryPageInfo')
  .implement({
    fields: (t) => ({
      hasNextPage: t.boolean({ resolve: ({ cursor }) => cursor !== null }),
      hasPreviousPage: t.boolean({ resolve: ({ isFirst }) => !isFirst }),
      startCursor: t.string({
        nullable: true,
        resolve: ({ entries }) => entries[0]?.cursor ?? null,
      }),
      endCursor: t.string({
        nullable: true,
        resolve: ({ entries, cursor }) => cursor ?? entries.at(-1)?.cursor ?? null,
      }),
    }),
  })

const HistoryConnectionRef = builder
  .objectRef<ArchivePage & { readonly isFirst: boolean }>('HistoryConnection')
  .implement({
    fields: (t) => ({
      nodes: t.field({
        type: [HistoryEntryRef],
        complexity: perPage,
        resolve: ({ entries }) => [...entries],
      }),
      edges: t.field({
        type: [HistoryEdgeRef],
        complexity: perPage,
        resolve: ({ entries }) => [...entries],
      }),
      pageInfo: t.field({ type: HistoryPageInfoRef, resolve: (page) => page }),
    }),
  })

const SkippedRef = builder.objectRef<ImportReport['skipped'][number]>('SkippedEntries').implement({
  fields: (t) => ({ reason: t.exposeString('reason'), count: t.exposeInt('count') }),
})

const ImportReportRef = builder.objectRef<ImportReport>('HistoryImport').implement({
  fields: (t) => ({
    format: t.exposeString('format', { description: 'service, trakt, simkl or yamtrack' }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    unchanged: t.exposeInt('unchanged', { description: 'known already, or older than known' }),
    cleared: t.exposeInt('cleared', { description: 'cleared after it was watched, and left so' }),
    skipped: t.field({ type: [SkippedRef], resolve: ({ skipped }) => [...skipped] }),
  }),
})

/** Of an export through GraphQL; REST streams any size. */
const maxExportBytes = 32 * 2 ** 20

const userArgument = 'one user; default: everybody whose history the caller may read'

builder.queryFields((t) => ({
  history: t.field({
    type: HistoryConnectionRef,
    description: 'What was watched, the newest first.',
    complexity: (args) => pageCost(args, { usual: 50, most: 500 }),
    args: {
      userId: t.arg.id({ description: userArgument }),
      source: t.arg({ type: HistorySourceRef, description: 'default: all' }),
      first: t.arg.int({ description: '1 to 500; default: 50' }),
      after: t.arg.string({ description: 'cursor' }),
    },
    resolve: async (_root, { userId, source, first, after }, ctx) => {
      const page = await ctx.services.archive.page(await ctx.member(), {
        userId: userId ?? null,
        imports: source !== 'local',
        limit: first ?? null,
        after: after ?? null,
      })
      return { ...page, isFirst: !after }
    },
  }),
  exportHistory: t.field({
    type: 'JSONObject',
    complexity: 20_000,
    description:
      'The whole history of everybody whom the caller may read, as GET /Service/History/Export streams it; BAD_REQUEST above 32 MiB.',
    resolve: async (_root, _args, ctx) => {
      let text = ''
      for await (const piece of ctx.services.archive.export(await ctx.member())) {
        text += piece
        if (text.length > maxExportBytes) {
          throw new AppError(
            'BAD_REQUEST',
            'The history is too large for one answer; use GET /Service/History/Export.',
          )
        }
      }
      return JSON.parse(text) as Record<string, unknown>
    },
  }),
}))

builder.mutationFields((t) => ({
  clearHistory: t.int({
    description: 'Removes entries for good; answers how many there were.',
    args: {
      userId: t.arg.id({ required: true }),
      itemKeys: t.arg.stringList({ description: 'default: everything' }),
    },
    resolve: async (_root, { userId, itemKeys }, ctx) =>
      ctx.services.archive.clear(await ctx.member(), userId, requireKeys(itemKeys)),
  }),
  importHistory: t.field({
    type: ImportReportRef,
    description:
      'Takes in an export of this service, Trakt, Simkl or Yamtrack. The same file once more changes nothing.',
    args: {
      file: t.arg.string({ required: true, description: 'the text of the file' }),
      userId: t.arg.id({ description: 'default: as the file says, or the caller' }),
      dryRun: t.arg.boolean({ defaultValue: false, required: true }),
      restore: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'also what was cleared after it was watched',
      }),
    },
    resolve: async (_root, { file, userId, dryRun, restore }, ctx) =>
      ctx.services.archive.import(await ctx.member(), {
        file: piecesOf(file),
        declaredBytes: null,
        userId: userId ?? null,
        dryRun,
        restore,
      }),
  }),
}))

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Only what is left out means everything: a null is as likely a slip. Throws BAD_REQUEST. */
function requireKeys(itemKeys: readonly string[] | null | undefined): readonly string[] | null {
  if (itemKeys !== null) return itemKeys ?? null
  throw new AppError('BAD_REQUEST', 'itemKeys must be a list; leave it out to clear everything.')
}
