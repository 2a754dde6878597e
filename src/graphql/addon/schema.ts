import { searchPageMost } from '../../model/addon.ts'
import type { AddonCatalog, AddonPage, AddonResource, AddonSubtitles } from '../../model/addon.ts'
import type { ListedAddon } from '../../model/source.ts'
import type { Addon } from '../../services/catalogs/addon.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { SubtitleTrackRef } from '../search/result.ts'
import { AddonTitleRef } from './title.ts'

const AddonResourceRef = builder.objectRef<AddonResource>('AddonResource').implement({
  description: 'Something that an addon can be asked for.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Such as stream, catalog or meta.' }),
    types: t.exposeStringList('types', { description: 'Such as movie and series.' }),
    idPrefixes: t.exposeStringList('idPrefixes', {
      nullable: true,
      description: 'null accepts any id',
    }),
  }),
})

const AddonCatalogRef = builder.objectRef<AddonCatalog>('AddonCatalog').implement({
  description: 'A catalog as players list it.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Such as movie or series.' }),
    id: t.exposeID('id', { description: 'Stays when the catalog gets another name.' }),
    name: t.exposeString('name', { description: 'The name to show to people.' }),
    genres: t.exposeStringList('genres', { description: 'Genres it can be filtered by.' }),
    genreRequired: t.exposeBoolean('genreRequired', {
      description: 'Whether it lists nothing without a genre.',
    }),
    isSearch: t.exposeBoolean('isSearch', { description: 'Whether it answers searches alone.' }),
  }),
})

type AddonList = Addon['addonCatalogs'][number]

const AddonListRef = builder.objectRef<AddonList>('AddonList').implement({
  description: "A source's list of other addons.",
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Such as all or movie.' }),
    id: t.exposeID('id', { description: 'Stays when the list gets another name.' }),
    name: t.exposeString('name', { description: 'The name to show to people.' }),
  }),
})

const AddonRef = builder.objectRef<Addon>('Addon').implement({
  description: 'A configuration as an addon of the Stremio protocol.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The configuration's, or else the server's." }),
    description: t.exposeString('description', { description: 'One sentence for people.' }),
    logo: t.exposeString('logo', { nullable: true, description: 'Address of a picture.' }),
    types: t.exposeStringList('types', { description: 'Of streams, such as movie and series.' }),
    idPrefixes: t.exposeStringList('idPrefixes', {
      nullable: true,
      description: 'Of streams; null accepts any id.',
    }),
    resources: t.expose('resources', {
      type: [AddonResourceRef],
      description: 'Everything it can be asked for.',
    }),
    catalogs: t.expose('catalogs', {
      type: [AddonCatalogRef],
      complexity: listCost(100),
      description: 'In the order of the configuration; the search comes last.',
    }),
    lists: t.expose('addonCatalogs', {
      type: [AddonListRef],
      description: 'Lists of other addons.',
    }),
  }),
})

const AddonPageRef = builder.objectRef<AddonPage>('AddonPage').implement({
  description: 'A page of a catalog.',
  fields: (t) => ({
    titles: t.expose('titles', {
      type: [AddonTitleRef],
      complexity: listCost(searchPageMost),
      description: 'At most 100; a search answers up to 200.',
    }),
    freshSeconds: t.exposeInt('freshSeconds', {
      description: 'For how long it stays as it is; 0: it may change at any time.',
    }),
  }),
})

const AddonSubtitlesRef = builder.objectRef<AddonSubtitles>('AddonSubtitles').implement({
  description: 'Subtitles of a film or an episode.',
  fields: (t) => ({
    tracks: t.expose('tracks', {
      type: [SubtitleTrackRef],
      description: 'At most 500, in the order of the languages that the configuration prefers.',
    }),
    freshSeconds: t.exposeInt('freshSeconds', {
      description: 'For how long they stay as they are; 0: there may be more at any time.',
    }),
  }),
})

const ListedAddonRef = builder.objectRef<ListedAddon>('ListedAddon').implement({
  description: 'An addon that a source recommends.',
  fields: (t) => ({
    transportUrl: t.exposeString('transportUrl', { description: 'Address of its manifest.' }),
    transportName: t.exposeString('transportName', { description: 'Usually http.' }),
    manifest: t.expose('manifest', {
      type: 'AddonManifest',
      description: 'As its source sent it.',
    }),
  }),
})

builder.queryField('addon', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: AddonRef,
    description: "What the caller's configuration can be asked for.",
    resolve: (_root, _args, ctx) => ctx.services.addon.describe(ctx),
  }),
)

builder.queryField('addonPage', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: AddonPageRef,
    description:
      "A page of one of the configuration's catalogs, merged from its sources; empty where there is no such catalog.",
    args: {
      type: t.arg.string({ required: true, description: 'of the catalog' }),
      id: t.arg.string({ required: true, description: 'of the catalog, from `addon`' }),
      skip: t.arg.int({ description: 'titles before the page' }),
      genre: t.arg.string({ description: 'one of those that the catalog names' }),
      search: t.arg.string({ description: 'what to look for, in the catalog for searching' }),
    },
    resolve: (_root, args, ctx) => ctx.services.addon.page(ctx, args),
  }),
)

builder.queryField('addonTitle', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: AddonTitleRef,
    nullable: true,
    description:
      'What the sources know of a title, each completing the one before it; null: nothing.',
    args: {
      type: t.arg.string({ required: true, description: 'usually movie or series' }),
      id: t.arg.string({ required: true, description: 'tt1254207, tmdb:603, kitsu:1376 …' }),
    },
    resolve: (_root, args, ctx) => ctx.services.addon.title(ctx, args),
  }),
)

builder.queryField('addonSubtitles', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: AddonSubtitlesRef,
    description:
      'Subtitles of a film or an episode from all sources, each file once, in the order of the languages that the configuration prefers.',
    args: {
      type: t.arg.string({ required: true, description: 'usually movie or series' }),
      id: t.arg.string({ required: true, description: 'tt1254207, tt0903747:5:14 …' }),
      videoHash: t.arg.string({ description: "OpenSubtitles' hash of the file" }),
      videoSize: t.arg.string({ description: 'bytes of the file' }),
      filename: t.arg.string({ description: 'name of the file' }),
    },
    resolve: (_root, args, ctx) => ctx.services.addon.subtitles(ctx, args),
  }),
)

builder.queryField('listedAddons', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: [ListedAddonRef],
    description: "Other addons, as one of the sources' lists names them.",
    args: {
      type: t.arg.string({ required: true, description: 'of the list' }),
      id: t.arg.string({ required: true, description: 'of the list, from `addon`' }),
    },
    resolve: (_root, args, ctx) => ctx.services.addon.addons(ctx, args),
  }),
)
