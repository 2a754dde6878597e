import { versionDemands } from '../../model/version.ts'
import type {
  ItemVersions,
  ListedVersion,
  PreparedPlayback,
} from '../../services/versions/service.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { ItemRefType } from '../library/item.ts'
import { SearchResultRef } from '../search/schema.ts'
import { DeviceProfileRef } from './device-profile.ts'
import { VersionMediaRef } from './media.ts'

const VersionRef = builder.objectRef<ListedVersion>('Version').implement({
  description: 'One way to play an item.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'the same in every listing' }),
    name: t.exposeString('name', { description: 'one line' }),
    description: t.exposeString('description', { description: 'several lines' }),
    bingeGroup: t.string({
      nullable: true,
      description: 'the same for versions of other episodes that are alike',
      resolve: ({ result }) => result.bingeGroup,
    }),
    link: t.exposeString('link', { description: 'what players open' }),
    isFirst: t.exposeBoolean('isFirst', {
      description: 'whether the id of the item stands for it',
    }),
    result: t.expose('result', {
      type: SearchResultRef,
      description: 'what the search has found of it',
    }),
    media: t.field({
      type: VersionMediaRef,
      description: 'What is known of its file, for the device that asks.',
      args: {
        client: t.arg.string({
          description: 'what the app calls itself; default: as it signed in',
        }),
      },
      resolve: (version, { client }, ctx) =>
        ctx.loaders.media.load({
          version,
          item: version.item,
          chosen: version.chosen,
          client: client ?? null,
        }),
    }),
  }),
})

const PlayedVersionRef = builder
  .objectRef<NonNullable<ItemVersions['played']>>('PlayedVersion')
  .implement({
    description: 'What the caller was playing of an item that is begun.',
    fields: (t) => ({
      versionId: t.exposeID('id', { description: 'it may be gone' }),
      audioIndex: t.exposeInt('audio', { nullable: true, description: 'null: nobody said' }),
      subtitleIndex: t.exposeInt('subtitle', { nullable: true, description: '-1: none' }),
    }),
  })

const VersionListRef = builder.objectRef<ItemVersions>('VersionList').implement({
  description: 'The ways to play an item.',
  fields: (t) => ({
    item: t.expose('item', { type: ItemRefType, description: 'what they are versions of' }),
    isPlayable: t.exposeBoolean('isPlayable', {
      description: 'whether it is of a kind that is played; others have no versions',
    }),
    versions: t.expose('versions', {
      type: [VersionRef],
      description: 'the best first',
      complexity: listCost(25),
    }),
    lookedUpAt: t.expose('lookedUpAt', {
      type: 'DateTime',
      nullable: true,
      description: 'null: nothing was looked up',
    }),
    played: t.expose('played', {
      type: PlayedVersionRef,
      nullable: true,
      description: 'null: nothing is begun',
    }),
  }),
})

const PreparedPlaybackRef = builder.objectRef<PreparedPlayback>('PreparedPlayback').implement({
  description: 'What an app needs to play an item.',
  fields: (t) => ({
    playSessionId: t.exposeID('playSessionId', {
      description: 'names the play in reports, and what the id of the item stands for in it',
    }),
    isNamed: t.exposeBoolean('isNamed', { description: 'whether versionId named a version' }),
    list: t.field({
      type: VersionListRef,
      description: 'what there is to play',
      resolve: (prepared) => prepared,
    }),
  }),
})

const DemandRef = enumOf('VersionDemand', versionDemands, 'How old a list of versions may be.', {
  configured: 'as the configuration says for opening an item',
  kept: 'what an earlier look-up left, or nothing',
  usual: 'an older list is renewed behind the answer',
  fresh: 'no older than lists are kept for',
  refresh: 'looked up again',
})

/** Only `refresh` always searches, so only it counts as a search. */
const rate = ({ demand }: { readonly demand: string }) => (demand === 'refresh' ? 'search' : null)

builder.queryField('versions', (t) =>
  t.field({
    authScopes: { user: true },
    rate,
    type: VersionListRef,
    nullable: true,
    description:
      'The ways to play an item, in the order that suits the caller and its device, or the one that an id names.',
    args: {
      itemId: t.arg.id({ required: true, description: 'of an item or of a version' }),
      versionId: t.arg.id({ description: 'this one alone; the id of the item: its first one' }),
      demand: t.arg({
        type: DemandRef,
        required: true,
        defaultValue: 'usual',
        description: 'how old the list may be',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.versions.open(ctx.user, input, ctx),
  }),
)

builder.mutationField('preparePlayback', (t) =>
  t.field({
    authScopes: { user: true },
    rate,
    type: PreparedPlaybackRef,
    nullable: true,
    description:
      'What an app asks before it plays: remembers what its device plays, and answers with the versions of an item; null for an item of which nothing is known.',
    args: {
      itemId: t.arg.id({ required: true, description: 'of an item or of a version' }),
      versionId: t.arg.id({
        description: 'this one alone; the id of the item: its first one; what is none: as left out',
      }),
      demand: t.arg({
        type: DemandRef,
        required: true,
        defaultValue: 'usual',
        description: 'how old the list may be',
      }),
      device: t.arg({
        type: DeviceProfileRef,
        description: 'what the device plays; left out: as it said before',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.versions.prepare(ctx.user, input, ctx),
  }),
)
