import type { Version, VersionList } from '../../model/version.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { SearchResultRef } from '../search/schema.ts'
import { ItemRefType } from './item.ts'
import { requireRef } from './items.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { findItem } from '../../services/library/find-item.ts'

const VersionRef = builder.objectRef<Version>('Version').implement({
  description: 'One way to play an item.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'the same in every listing' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    bingeGroup: t.string({ nullable: true, resolve: ({ result }) => result.bingeGroup }),
    link: t.exposeString('link', { description: 'what players open' }),
    result: t.expose('result', { type: SearchResultRef }),
  }),
})

type Played = {
  readonly version: string
  readonly audio: number | null
  readonly subtitle: number | null
}

const PlayedVersionRef = builder.objectRef<Played>('PlayedVersion').implement({
  description: 'What the caller was playing of an item that is begun.',
  fields: (t) => ({
    versionId: t.exposeID('version', { description: 'it may be gone' }),
    audioIndex: t.exposeInt('audio', { nullable: true, description: 'null: nobody said' }),
    subtitleIndex: t.exposeInt('subtitle', { nullable: true, description: '-1: none' }),
  }),
})

type Playable = VersionList & { readonly item: LibraryItem }

const VersionListRef = builder.objectRef<Playable>('VersionList').implement({
  fields: (t) => ({
    item: t.expose('item', { type: ItemRefType }),
    versions: t.expose('versions', {
      type: [VersionRef],
      description: 'the best first',
      complexity: listCost(25),
    }),
    lookedUpAt: t.expose('lookedUpAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'epoch milliseconds; null: nothing was looked up',
    }),
    played: t.field({
      type: PlayedVersionRef,
      nullable: true,
      description: 'null: nothing is begun',
      resolve: async ({ played: known, item }, _args, ctx) => {
        const { history, itemIds } = ctx.services
        const played =
          known === undefined ? await history.playedVersion(await ctx.member(), item) : known
        if (!played) return null
        const { mark, audio, subtitle } = played
        const version = itemIds.encode({ ...item.ref, kind: 'version', version: mark })
        return { version, audio, subtitle }
      },
    }),
  }),
})

const DemandRef = builder.enumType('VersionDemand', {
  values: {
    kept: { description: 'what an earlier look-up left, or nothing' },
    usual: { description: 'an older list is renewed behind the answer' },
    fresh: { description: 'no older than lists are kept for' },
    refresh: { description: 'looked up again' },
  } as const,
})

builder.queryField('versions', (t) =>
  t.field({
    type: VersionListRef,
    nullable: true,
    description:
      'The ways to play an item, in the order that suits the caller and its device, or the one that an id names.',
    args: {
      itemId: t.arg.id({ required: true, description: 'of an item or of a version' }),
      versionId: t.arg.id({ description: 'this one alone; the id of the item: its first one' }),
      demand: t.arg({ type: DemandRef, required: true, defaultValue: 'usual' }),
    },
    resolve: async (_root, { itemId, versionId, demand }, ctx) => {
      const member = await ctx.member()
      // A search that nothing kept can stand for.
      if (demand === 'refresh') await ctx.take('search')
      const ref = requireRef(itemId, member, ctx)
      const item = await findItem(ctx.services.library, member, ref, ctx)
      if (!item) return null
      const wanted = versionId ? requireRef(versionId, member, ctx) : ref
      if (wanted.kind !== 'version' && !versionId) {
        const list = await ctx.services.versions.list(member, item, demand, ctx.signal)
        return { ...list, item }
      }
      const version = await ctx.services.versions.named(member, item, wanted, ctx.signal)
      return { item, versions: version ? [version] : [], lookedUpAt: null }
    },
  }),
)
