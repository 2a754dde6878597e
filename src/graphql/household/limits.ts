import type { Limits } from '../../model/limits.ts'
import { builder } from '../builder.ts'

export const WatchLimitsRef = builder.objectRef<Limits>('WatchLimits').implement({
  description: 'What a user may watch.',
  fields: (t) => ({
    maxAge: t.exposeInt('maxAge', {
      nullable: true,
      description: 'The highest age that a rating may name; null: any.',
    }),
    blockUnrated: t.exposeBoolean('blockUnrated', {
      description: 'Whether titles without a rating are hidden.',
    }),
    blockedGenres: t.exposeStringList('blockedGenres', {
      description: 'Genres whose titles are hidden.',
    }),
  }),
})
