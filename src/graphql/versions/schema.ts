import { bingeGroupOf } from '../../model/binge-group.ts'
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
import { SearchResultRef } from '../search/result.ts'
import { DeviceProfileRef } from './device-profile.ts'
import { VersionMediaRef } from './media.ts'

const VersionRef = builder.objectRef<ListedVersion>('Version').implement({
  interfaces: [builder.nodeInterfaceRef()],
  description: 'One way to play an item.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'the same in every list' }),
    name: t.exposeString('name', { description: 'one line' }),
    description: t.exposeString('description', { description: 'several lines' }),
    bingeGroup: t.string({
      nullable: true,
      description: 'the same for similar versions of other episodes',
      resolve: ({ result }) => bingeGroupOf(result),
    }),
    link: t.exposeString('link', { description: 'the address for players' }),
    isFirst: t.exposeBoolean('isFirst', {
      description: "whether the item's id stands for it",
    }),
    result: t.expose('result', {
      type: SearchResultRef,
      description: 'the search result',
    }),
    media: t.field({
      type: VersionMediaRef,
      description: 'Known facts about its file, for the calling device.',
      args: {
        client: t.arg.string({
          description: "the app's name; default: as it signed in",
        }),
      },
      resolve: (version, { client }, ctx) =>
        ctx.loaders.media.load({
          version,
          isOpened: version.isOpened,
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
    description: 'The version that the caller last played of a started item.',
    fields: (t) => ({
      versionId: t.exposeID('id', { description: 'it may no longer exist' }),
      audioIndex: t.exposeInt('audio', { nullable: true, description: 'null if unknown' }),
      subtitleIndex: t.exposeInt('subtitle', { nullable: true, description: '-1 means none' }),
    }),
  })

const VersionListRef = builder.objectRef<ItemVersions>('VersionList').implement({
  description: 'The ways to play an item.',
  fields: (t) => ({
    item: t.expose('item', { type: ItemRefType, description: 'the item' }),
    isPlayable: t.exposeBoolean('isPlayable', {
      description: 'whether it is a playable kind; others have no versions',
    }),
    versions: t.expose('versions', {
      type: [VersionRef],
      description: 'best first',
      complexity: listCost(25),
    }),
    lookedUpAt: t.expose('lookedUpAt', {
      type: 'DateTime',
      nullable: true,
      description: 'null if nothing was looked up',
    }),
    played: t.expose('played', {
      type: PlayedVersionRef,
      nullable: true,
      description: 'null if it was not started',
    }),
  }),
})

const PreparedPlaybackRef = builder.objectRef<PreparedPlayback>('PreparedPlayback').implement({
  description: 'What an app needs to play an item.',
  fields: (t) => ({
    playSessionId: t.exposeID('playSessionId', {
      description:
        "identifies the playback in reports, and the version that the item's id stands for in them",
    }),
    isNamed: t.exposeBoolean('isNamed', {
      description: 'whether `versionId` was the id of a version',
    }),
    list: t.field({
      type: VersionListRef,
      description: 'the available versions',
      resolve: (prepared) => prepared,
    }),
  }),
})

const DemandRef = enumOf('VersionDemand', versionDemands, 'How old a list of versions may be.', {
  configured: 'as the configuration says',
  kept: 'only a cached list, or none',
  usual: 'cached; an old list is refreshed after the answer',
  fresh: 'no older than `VERSIONS_TTL`',
  refresh: 'a new search',
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
      'The versions of an item, in the best order for the caller and the device, or only the one that an id names.',
    args: {
      itemId: t.arg.id({ required: true, description: 'id of an item or a version' }),
      versionId: t.arg.id({ description: "only this version; the item's id means its first one" }),
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
      'Prepares playback: stores what the device can play and returns the versions of an item; null for an unknown item.',
    args: {
      itemId: t.arg.id({ required: true, description: 'id of an item or a version' }),
      versionId: t.arg.id({
        description:
          "only this version; the item's id means its first one; any other text is ignored",
      }),
      demand: t.arg({
        type: DemandRef,
        required: true,
        defaultValue: 'usual',
        description: 'how old the list may be',
      }),
      device: t.arg({
        type: DeviceProfileRef,
        description: 'what the device can play; default: as last reported',
      }),
    },
    resolve: (_root, input, ctx) => ctx.services.versions.prepare(ctx.user, input, ctx),
  }),
)
