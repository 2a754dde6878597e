import type { AddonTitle } from '../../model/addon.ts'
import { readAddress } from '../../model/addon-address.ts'
import { titlePicture } from '../../model/picture-links.ts'
import type { CatalogFailure, Source } from '../../model/source.ts'
import { mostFoundTitles } from '../../services/catalogs/find-titles.ts'
import { mostSampleTitles } from '../../services/catalogs/previews.ts'
import type { CatalogPreview, CatalogSample } from '../../services/catalogs/previews.ts'
import { builder } from '../builder.ts'
import { FailureKindRef } from '../health/failures.ts'
import { listCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'

type Row = CatalogPreview['rows'][number]
type CatalogOfSource = Row['whole']['sourceCatalogs'][number]
type Part = Row['parts'][number]
type Rule = NonNullable<Row['rule']>

const MixRef = enumOf('CatalogMix', ['interleave', 'append'], 'How merged catalogs are combined.', {
  interleave: 'One title of each in turn.',
  append: 'One catalog after the other.',
})

const SourceRef = builder.objectRef<Source>('CatalogSource').implement({
  description: 'A source that lists catalogs.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'As in `sourceIds` of `User`.' }),
    name: t.string({
      description: 'The name to show to people.',
      resolve: ({ name, url }) => name ?? readAddress(url).host,
    }),
  }),
})

export const CatalogFailureRef = builder.objectRef<CatalogFailure>('CatalogFailure').implement({
  description: 'A source that did not answer.',
  fields: (t) => ({
    source: t.field({
      type: SourceRef,
      description: 'The source that failed.',
      resolve: ({ source }) => source,
    }),
    failure: t.expose('failure', { type: FailureKindRef, description: 'Why.' }),
    problem: t.exposeString('problem', { description: 'Why, for people.' }),
  }),
})

const SourceCatalogRef = builder.objectRef<CatalogOfSource>('SourceCatalog').implement({
  description: 'A catalog as its source lists it.',
  fields: (t) => ({
    key: t.exposeID('key', {
      description: 'How rules name it exactly: <source id>/<type>/<catalog id>.',
    }),
    id: t.exposeID('id', { description: "The source's own id of it." }),
    name: t.exposeString('plainName', { description: 'As its source calls it.' }),
    type: t.exposeString('type', { description: 'Such as movie.' }),
    source: t.field({
      type: SourceRef,
      description: 'Who lists it.',
      resolve: ({ source }): Source => source,
    }),
  }),
})

const RuleRef = builder.objectRef<Rule>('CatalogRule').implement({
  description: 'What the rules say of one catalog, those that name it differently together.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: 'What it is called instead.',
      resolve: ({ name }) => name,
    }),
    genres: t.stringList({
      description: 'A catalog of its own for each.',
      resolve: ({ genres = [] }) => genres,
    }),
    shuffle: t.boolean({
      description: 'Another order every day.',
      resolve: ({ shuffle = false }) => shuffle,
    }),
    limit: t.int({
      nullable: true,
      description: 'Most titles that it lists.',
      resolve: ({ limit }) => limit,
    }),
  }),
})

const PartRef = builder.objectRef<Part>('CatalogPart').implement({
  description: 'A genre of a catalog, as a catalog of its own.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'As players know it.' }),
    name: t.exposeString('name', { description: 'As players show it.' }),
    genre: t.string({ description: 'As its sources call it.', resolve: ({ genre }) => genre! }),
  }),
})

const RowRef = builder.objectRef<Row>('CatalogRow').implement({
  description: 'A catalog as the rules make it, shown or hidden.',
  fields: (t) => ({
    ref: t.exposeID('ref', {
      description:
        'How rules name it exactly: the key of its only catalog, or its id if it is merged.',
    }),
    calledAs: t.exposeStringList('calledAs', {
      description:
        'The first 10 names in `order`, `hidden` and `rules` that mean it, as they are written there.',
    }),
    id: t.id({ description: 'As players know it.', resolve: ({ whole }) => whole.id }),
    type: t.string({ description: 'Such as movie.', resolve: ({ whole }) => whole.type }),
    name: t.string({ description: 'As players show it.', resolve: ({ whole }) => whole.name }),
    plainName: t.exposeString('plainName', { description: 'Without a rule.' }),
    isMerged: t.exposeBoolean('isMerged', { description: 'Whether rules made it of several.' }),
    isHidden: t.exposeBoolean('isHidden', { description: 'Whether players do not list it.' }),
    mix: t.field({
      type: MixRef,
      description: 'How merged catalogs are combined.',
      resolve: ({ whole }) => whole.mix,
    }),
    sourceCatalogs: t.field({
      type: [SourceCatalogRef],
      complexity: listCost(2),
      description: 'One, or those that it is merged of.',
      resolve: ({ whole }) => [...whole.sourceCatalogs],
    }),
    genres: t.stringList({
      description: 'That it can be narrowed to, or split by.',
      resolve: ({ whole }) => whole.genres,
    }),
    genreRequired: t.boolean({
      description: 'Whether it lists nothing without a genre; then only its genres are shown.',
      resolve: ({ whole }) => whole.genreRequired,
    }),
    rule: t.expose('rule', {
      type: RuleRef,
      nullable: true,
      description: 'The rules of this catalog; null if it has none.',
    }),
    parts: t.expose('parts', {
      type: [PartRef],
      complexity: listCost(2),
      description: 'One for each genre that the rules name.',
    }),
  }),
})

const PreviewRef = builder.objectRef<CatalogPreview>('CatalogPreview').implement({
  description: 'All catalogs of a configuration.',
  fields: (t) => ({
    catalogs: t.expose('rows', {
      type: [RowRef],
      complexity: listCost(300),
      description: 'The first 1,000, in the order of the rules, the hidden ones among them.',
    }),
    sources: t.field({
      type: [SourceRef],
      complexity: listCost(2),
      description: 'All enabled sources, in the order of the configuration.',
      resolve: ({ sources }) => [...sources],
    }),
    failures: t.expose('failures', {
      type: [CatalogFailureRef],
      description: 'Sources whose catalogs are missing.',
    }),
    waiting: t.field({
      type: [SourceRef],
      complexity: listCost(2),
      description: 'Sources that have not answered yet; none unless `whole` is false.',
      resolve: ({ waiting }) => [...waiting],
    }),
  }),
})

type Pictured = AddonTitle

const SampleTitleRef = builder.objectRef<Pictured>('CatalogSampleTitle').implement({
  description: 'A title of a sample.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Such as tt1254207.' }),
    name: t.exposeString('name', { description: 'The name of the title.' }),
    year: t.exposeInt('year', {
      nullable: true,
      description: 'The year of the first release or broadcast.',
    }),
    picture: t.string({
      nullable: true,
      description: 'Path of a small picture at this service, below its public address; null: none.',
      resolve: ({ poster }, _args, { services, account }) =>
        titlePicture(services.pictureLinks, poster, account.rowId),
    }),
  }),
})

const SampleRef = builder.objectRef<CatalogSample>('CatalogSample').implement({
  description: 'The first titles of catalogs.',
  fields: (t) => ({
    titles: t.expose('titles', {
      type: [SampleTitleRef],
      description: 'The titles in catalog order.',
      complexity: listCost(mostSampleTitles),
    }),
    failures: t.expose('failures', {
      type: [CatalogFailureRef],
      description: 'Sources that did not answer; their titles are missing.',
    }),
  }),
})

builder.queryFields((t) => ({
  catalogPreview: t.field({
    type: PreviewRef,
    description:
      'The catalogs of the configuration as its rules arrange them. INVALID_CONFIG for rules that cannot be used.',
    authScopes: { configuration: true },
    rate: 'preview',
    args: {
      settings: t.arg({
        type: 'CatalogSettings',
        description: 'In place of `catalogs` of the configuration, without saving them.',
      }),
      whole: t.arg.boolean({
        description: '`false`: answers soon, without the sources that are slow. Default: true.',
      }),
    },
    resolve: (_root, question, { services, account, signal }) =>
      services.addon.previewCatalogs(account, question, signal),
  }),
  catalogSample: t.field({
    type: SampleRef,
    description: 'The first titles of catalogs of sources, as one.',
    authScopes: { configuration: true },
    rate: 'search',
    args: {
      catalogs: t.arg.stringList({
        required: true,
        description: 'Keys of catalogs; the first 50 count.',
      }),
      mix: t.arg({ type: MixRef, description: 'Default: INTERLEAVE.' }),
      genre: t.arg.string({ description: 'Only of this genre; up to 2,000 characters.' }),
      first: t.arg.int({ description: `1 to ${mostSampleTitles}. Default: 6.` }),
    },
    resolve: (_root, question, { services, account, signal }) =>
      services.addon.sample(account, question, signal),
  }),
  findTitles: t.field({
    type: SampleRef,
    description: `Titles of the configuration's catalogs by name, at most ${mostFoundTitles}, best first: from those for searching, or from the beginning of the others.`,
    authScopes: { configuration: true },
    rate: 'search',
    args: {
      type: t.arg.string({ required: true, description: 'usually movie or series' }),
      search: t.arg.string({
        required: true,
        description: 'words of the name; the first 200 characters count',
      }),
    },
    resolve: (_root, question, { services, account, signal }) =>
      services.addon.findTitles(account, question, signal),
  }),
}))
