import { segmentServices, segmentTypes } from '../../model/segment.ts'
import type { ItemSegment } from '../../services/segments/service.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const SegmentTypeRef = enumOf(
  'SegmentType',
  segmentTypes,
  'What a part of a film or an episode is.',
  {
    Intro: 'Opening titles.',
    Outro: 'Closing credits.',
    Preview: 'What comes in the next episode.',
    Recap: 'What happened in earlier episodes.',
  },
)

const SegmentServiceRef = enumOf(
  'SegmentService',
  segmentServices,
  'A service that knows such parts.',
  {
    aniskip: 'AniSkip, for anime.',
    theintrodb: 'TheIntroDB, for films and series by their TMDB ids.',
    introdb: 'IntroDB, for series by their IMDb ids.',
  },
)

const MediaSegmentRef = builder.objectRef<ItemSegment>('MediaSegment').implement({
  description: 'A part of a film or an episode that can be skipped.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'the same each time' }),
    type: t.expose('type', { type: SegmentTypeRef, description: 'What it is.' }),
    startMs: t.expose('startMs', { type: 'SafeInt', description: 'milliseconds' }),
    endMs: t.expose('endMs', { type: 'SafeInt', description: 'milliseconds' }),
    confidence: t.exposeFloat('confidence', {
      description: '0 to 1; higher where several services agree',
    }),
    services: t.expose('services', { type: [SegmentServiceRef], description: 'who say so' }),
  }),
})

builder.queryFields((t) => ({
  mediaSegments: t.field({
    authScopes: { user: true },
    type: [MediaSegmentRef],
    description:
      'Intros, recaps, previews and credits of a film or an episode, for the version that the id names or that the device was shown first; a slow service is waited for 1.5 s. NOT_FOUND for an unknown item.',
    args: {
      itemId: t.arg.id({ required: true, description: 'Of an item or a version.' }),
      types: t.arg({ type: [SegmentTypeRef], description: 'default: all' }),
    },
    resolve: (_root, input, { services, user, signal }) =>
      services.segments.of(user, input, { signal }),
  }),
}))
