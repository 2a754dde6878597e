import type { WatchState } from '../../model/watch.ts'
import { builder } from '../builder.ts'

export const WatchStateRef = builder.objectRef<WatchState>('WatchState').implement({
  description: 'What the caller has done with an item.',
  fields: (t) => ({
    played: t.exposeBoolean('played', { description: 'a series or season: all of it' }),
    playCount: t.exposeInt('playCount', { description: 'how often to the end' }),
    positionMs: t.expose('positionMs', { type: 'SafeInt', description: 'milliseconds' }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds, as the player said',
    }),
    favorite: t.exposeBoolean('favorite', { description: 'whether it is marked as one' }),
    likes: t.exposeBoolean('likes', { nullable: true, description: 'false: dropped' }),
    lastPlayedAt: t.expose('lastPlayedAt', {
      type: 'SafeInt',
      nullable: true,
      description: 'epoch milliseconds',
    }),
    unplayed: t.exposeInt('unplayed', {
      nullable: true,
      description: 'aired episodes of a series or season that are left; null where unknown',
    }),
    percentage: t.exposeFloat('percentage', { nullable: true, description: '0 to 100' }),
  }),
})
