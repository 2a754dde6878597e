import type { AddonTitle } from '../../model/addon.ts'
import type { SourceLink, SourcePerson, SourceVideo } from '../../model/source-meta.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { PersonRoleRef } from '../library/item-enums.ts'

const AddonPersonRef = builder.objectRef<SourcePerson>('AddonPerson').implement({
  description: 'A person in a title.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the person.' }),
    type: t.expose('type', { type: PersonRoleRef, description: 'the role in the title' }),
  }),
})

const AddonVideoRef = builder.objectRef<SourceVideo>('AddonVideo').implement({
  description: 'An episode, or a video of a channel.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id by which streams are requested.' }),
    title: t.exposeString('title', { nullable: true, description: 'The name of the episode.' }),
    season: t.exposeInt('season', {
      nullable: true,
      description: 'The number of the season; 0 for specials.',
    }),
    episode: t.exposeInt('episode', {
      nullable: true,
      description: 'The number within the season.',
    }),
    released: t.expose('released', {
      type: 'DateTime',
      nullable: true,
      description: 'The first broadcast.',
    }),
    overview: t.exposeString('overview', { nullable: true, description: 'What happens.' }),
    thumbnail: t.exposeString('thumbnail', { nullable: true, description: 'Address of a still.' }),
  }),
})

const AddonLinkRef = builder.objectRef<SourceLink>('AddonLink').implement({
  description: 'A link from a title.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    category: t.exposeString('category', { description: 'What it leads to.' }),
    url: t.exposeString('url', {
      description: 'A web address, or a search or a title in the player.',
    }),
  }),
})

export const AddonTitleRef = builder.objectRef<AddonTitle>('AddonTitle').implement({
  description:
    'A title as players of the Stremio protocol show it; a catalog says less than the title itself.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Such as tt1254207.' }),
    type: t.exposeString('type', { description: 'Such as movie or series.' }),
    name: t.exposeString('name', {
      description: "With the configuration's mark where it was seen.",
    }),
    description: t.exposeString('description', { nullable: true, description: 'What happens.' }),
    year: t.exposeInt('year', {
      nullable: true,
      description: 'The year of the first release or broadcast.',
    }),
    endYear: t.exposeInt('endYear', { nullable: true, description: 'The last of a series.' }),
    continuing: t.exposeBoolean('continuing', {
      nullable: true,
      description: 'Whether more episodes will follow.',
    }),
    released: t.expose('released', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was first released or broadcast.',
    }),
    runtime: t.exposeFloat('runtime', { nullable: true, description: 'The length in minutes.' }),
    rating: t.exposeFloat('rating', { nullable: true, description: '0 to 10.' }),
    certification: t.exposeString('certification', {
      nullable: true,
      description: 'Such as PG-13.',
    }),
    genres: t.exposeStringList('genres', { description: 'Names of genres.' }),
    countries: t.exposeStringList('countries', { description: 'Where it was made.' }),
    people: t.expose('people', { type: [AddonPersonRef], description: 'Who took part.' }),
    poster: t.exposeString('poster', { nullable: true, description: 'Address of a picture.' }),
    posterRatio: t.exposeFloat('posterRatio', {
      nullable: true,
      description: 'Width divided by height of the poster.',
    }),
    background: t.exposeString('background', { nullable: true, description: 'A wide picture.' }),
    logo: t.exposeString('logo', { nullable: true, description: 'The name as a picture.' }),
    trailers: t.exposeStringList('trailers', { description: 'Web addresses.' }),
    links: t.field({
      type: [AddonLinkRef],
      complexity: listCost(100),
      description: "The sources' own, as far as they are safe to open; catalogs name none.",
      resolve: ({ links = [] }) => [...links],
    }),
    hasScheduledVideos: t.boolean({
      description: 'Whether players look for new episodes.',
      resolve: ({ hasScheduledVideos = false }) => hasScheduledVideos,
    }),
    defaultVideoId: t.exposeString('defaultVideoId', {
      nullable: true,
      description: 'What opens at once; null: the player chooses.',
    }),
    videos: t.expose('videos', {
      type: [AddonVideoRef],
      complexity: listCost(500),
      description: 'Episodes of a series; catalogs name none.',
    }),
  }),
})
