import type {
  ManifestCatalog,
  ManifestResource,
  SourceManifest,
} from '../../model/source-manifest.ts'
import type { SourcePreview, SourceTest } from '../../services/sources/source-preview.ts'
import type { SourceSample } from '../../services/sources/source-test.ts'
import { builder } from '../builder.ts'
import { FailureKindRef } from '../health/failures.ts'
import { AreaRef } from '../health/schema.ts'

const ResourceRef = builder.objectRef<ManifestResource>('ManifestResource').implement({
  description: 'What a source can be asked for.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the resource, such as stream.' }),
    types: t.exposeStringList('types', {
      nullable: true,
      description: 'Such as movie; null: any.',
    }),
  }),
})

const CatalogRef = builder.objectRef<ManifestCatalog>('ManifestCatalog').implement({
  description: 'A list of titles that a source has.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'The name to show to people.' }),
    type: t.exposeString('type', { description: 'Such as movie.' }),
  }),
})

const ManifestRef = builder.objectRef<SourceManifest>('SourceManifest').implement({
  description: 'How a source describes itself.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name to show to people.' }),
    version: t.exposeString('version', { nullable: true, description: 'Such as 1.2.0.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The description to show to people.',
    }),
    types: t.exposeStringList('types', { description: 'Such as movie and series.' }),
    resources: t.expose('resources', {
      type: [ResourceRef],
      description: 'What it can be asked for.',
    }),
    catalogs: t.expose('catalogs', { type: [CatalogRef], description: 'Its lists of titles.' }),
    adult: t.boolean({
      description: 'Whether it says that it is for adults.',
      resolve: ({ behaviorHints }) => behaviorHints.adult,
    }),
    configurationRequired: t.boolean({
      description: 'Whether this address still lacks its settings.',
      resolve: ({ behaviorHints }) => behaviorHints.configurationRequired,
    }),
  }),
})

const PreviewRef = builder.objectRef<SourcePreview>('SourcePreview').implement({
  description: 'A source before it is part of a configuration.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'The server that answers.' }),
    manifest: t.expose('manifest', {
      type: ManifestRef,
      nullable: true,
      description: 'Null where it gives none.',
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why it gives no manifest, for people.',
    }),
    failure: t.expose('failure', {
      type: FailureKindRef,
      nullable: true,
      description: 'Why it gives no manifest.',
    }),
    tookMs: t.exposeInt('tookMs', { description: 'The duration in milliseconds.' }),
  }),
})

const SampleRef = builder.objectRef<SourceSample>('SourceSample').implement({
  description: 'A stream, title or subtitle as its source names it.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'A short name of the stream, the name of the title, or the language of subtitles.',
    }),
    description: t.exposeString('description', {
      description: 'Details of a stream, in several lines, or the year of a title.',
    }),
    filename: t.exposeString('filename', {
      nullable: true,
      description: 'Name of the file of a stream.',
    }),
  }),
})

const maxSamples = 5

const TestRef = builder.objectRef<SourceTest>('SourceTest').implement({
  description: 'What a source answers for a title.',
  fields: (t) => ({
    area: t.expose('area', {
      type: AreaRef,
      nullable: true,
      description:
        'What it was asked for: the first of streams, details, catalogs and subtitles that its manifest offers for the title. Null where it offers none, or gives no manifest.',
    }),
    catalog: t.exposeString('catalog', {
      nullable: true,
      description: 'The name of the catalog that it was asked for.',
    }),
    count: t.int({
      description: 'The number of streams, titles or subtitles.',
      resolve: ({ samples }) => samples.length,
    }),
    samples: t.field({
      type: [SampleRef],
      description: 'The first five.',
      resolve: ({ samples }) => samples.slice(0, maxSamples),
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why it did not answer, for people.',
    }),
    failure: t.expose('failure', {
      type: FailureKindRef,
      nullable: true,
      description: 'Why it did not answer.',
    }),
    tookMs: t.exposeInt('tookMs', { description: 'The duration in milliseconds.' }),
  }),
})

const url = 'Address of its manifest, such as https://addon.example/manifest.json.'

builder.queryFields((t) => ({
  sourcePreview: t.field({
    type: PreviewRef,
    description: 'Asks a source for its manifest. BAD_REQUEST for what is no address.',
    authScopes: { configuration: true },
    rate: 'search',
    args: { url: t.arg.string({ required: true, description: url }) },
    resolve: (_root, asked, { services, signal }) => services.sourcePreviews.preview(asked, signal),
  }),
  testSource: t.field({
    type: TestRef,
    description: 'Asks a source, and no other, for what it has for a title.',
    authScopes: { configuration: true },
    rate: 'search',
    args: {
      url: t.arg.string({ required: true, description: url }),
      type: t.arg.string({ required: true, description: 'usually movie or series' }),
      id: t.arg.string({ required: true, description: 'tt1254207, tt0903747:5:14 …' }),
      timeout: t.arg.int({
        description: 'Milliseconds, 1 to 120000. Default: as the server is set.',
      }),
      resources: t.arg.stringList({
        description: 'As in the configuration: what it may be asked for. Default: all.',
      }),
    },
    resolve: (_root, { url, timeout, resources, ...title }, { services, signal }) =>
      services.sourcePreviews.test({ url, timeout, resources }, title, signal),
  }),
}))
