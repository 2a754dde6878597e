import { historySources } from '../../services/history-pages/page.ts'
import type { OwnedEntry, OwnedPage } from '../../services/history-pages/page.ts'
import { ActivityFilterRef } from '../activity/filter.ts'
import { builder } from '../builder.ts'
import { connectionOf } from '../connection.ts'
import { pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { ItemKindRef } from '../library/item-enums.ts'
import { ItemRefType } from '../library/item.ts'

const HistorySourceRef = enumOf('HistorySource', historySources, 'Which plays are listed.', {
  local: 'Played on this server.',
  all: 'Includes plays imported from trackers and files.',
})

const HistoryOriginRef = enumOf(
  'HistoryOrigin',
  ['local', 'import'],
  'Where an entry comes from.',
  { local: 'Played on this server.', import: 'Read from a tracker or a file.' },
)

const HistoryEntryRef = builder.objectRef<OwnedEntry>('HistoryEntry').implement({
  description: 'What one user has watched of one title, season or episode.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The user who owns the history.' }),
    itemKey: t.exposeString('itemKey', {
      description: "The source's id, such as tt0903747:3:7.",
    }),
    kind: t.field({
      type: ItemKindRef,
      description: 'What kind of item it is.',
      resolve: ({ kind }) => kind,
    }),
    played: t.exposeBoolean('played', { description: 'Whether it was watched to the end.' }),
    playCount: t.exposeInt('playCount', { description: 'How often it was watched to the end.' }),
    positionMs: t.expose('positionMs', {
      type: 'SafeInt',
      description: 'Where to resume, in milliseconds; 0 is the beginning.',
    }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'Milliseconds, as reported by the player or else by the source.',
    }),
    favorite: t.exposeBoolean('favorite', { description: 'Whether the user marked it.' }),
    likes: t.exposeBoolean('likes', {
      nullable: true,
      description: 'False for a dropped series; null if not rated.',
    }),
    lastPlayedAt: t.expose('lastPlayedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last play; null if there is none or its time is unknown.',
    }),
    sortAt: t.expose('sortAt', {
      type: 'DateTime',
      description: 'The time by which entries are sorted.',
    }),
    origin: t.field({
      type: HistoryOriginRef,
      description: 'Where it comes from.',
      resolve: ({ origin }) => origin,
    }),
    tracker: t.exposeString('tracker', {
      nullable: true,
      description: 'The tracker that it was imported from.',
    }),
    item: t.field({
      dashboards: 'parent',
      type: ItemRefType,
      nullable: true,
      description: 'The item, if a source still has it.',
      resolve: (entry, _args, ctx) => ctx.loaders.entryItems.load(entry),
    }),
  }),
})

const HistoryConnectionRef = connectionOf<OwnedPage, OwnedEntry>('HistoryConnection', {
  type: HistoryEntryRef,
  description: 'A page of the history, newest entry first.',
  nodes: ({ entries }) => entries,
  cursor: (_page, { cursor }) => cursor,
  hasNextPage: ({ hasNextPage }) => hasNextPage,
  hasPreviousPage: ({ hasPreviousPage }) => hasPreviousPage,
  fields: (t) => ({
    total: t.expose('total', {
      type: 'SafeInt',
      nullable: true,
      description: 'How many entries there are; null where they do not fit into one page.',
    }),
    atLeast: t.expose('atLeast', { type: 'SafeInt', description: 'How many there are at least.' }),
  }),
})

builder.queryField('history', (t) =>
  t.field({
    authScopes: { reads: 'history' },
    type: HistoryConnectionRef,
    description: 'What was watched, newest first.',
    complexity: (args) => pageCost(args, { usual: 50, most: 500 }),
    args: {
      userId: t.arg.id({
        description: 'Default: every user whose history the caller may read.',
      }),
      filter: t.arg({
        type: ActivityFilterRef,
        description:
          'Its times are those of `sortAt`; clients and devices are those of any play. An entry does not tell its plays in Stremio from others: LOCAL has both, STREMIO those with any play there.',
      }),
      source: t.arg({ type: HistorySourceRef, description: 'Default: ALL.' }),
      first: t.arg.int({ description: '1 to 500. Default: 50.' }),
      after: t.arg.string({ description: 'The cursor of the entry before the page.' }),
      last: t.arg.int({ description: '1 to 500, instead of `first`: those at the end.' }),
      before: t.arg.string({
        description: 'The cursor of the entry after the page; alone, the page is next to it.',
      }),
    },
    resolve: (_root, args, ctx) => ctx.services.historyPages.page(ctx.user, args, ctx),
  }),
)

builder.mutationField('clearHistory', (t) =>
  t.int({
    authScopes: { user: true },
    description: 'Deletes entries for good; returns how many there were.',
    args: {
      userId: t.arg.id({ required: true, description: 'The user whose history it is.' }),
      itemKeys: t.arg.stringList({
        description: 'Keys of the entries; omit it to clear everything.',
      }),
    },
    resolve: (_root, args, ctx) => ctx.services.historyPages.clear(ctx.user, args),
  }),
)

builder.mutationField('deletePlays', (t) =>
  t.int({
    authScopes: { user: true },
    description:
      'Deletes single plays; returns how many there were. The entries of the history stay as they are. A tracker that knows of a play, or a file imported later, brings it back.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Ids of plays, at most 500.' }),
    },
    resolve: (_root, { ids }, ctx) => ctx.services.historyPages.deletePlays(ctx.user, ids),
  }),
)
