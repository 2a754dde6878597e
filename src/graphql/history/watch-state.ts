import type { WatchState } from '../../model/watch.ts'
import { builder } from '../builder.ts'

export const WatchStateRef = builder.objectRef<WatchState>('WatchState').implement({
  description: "The caller's watch state of an item.",
  fields: (t) => ({
    played: t.exposeBoolean('played', {
      description: 'for a series or season, whether all of it was played',
    }),
    playCount: t.exposeInt('playCount', { description: 'how often it was watched to the end' }),
    positionMs: t.expose('positionMs', { type: 'SafeInt', description: 'milliseconds' }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds, as reported by the player',
    }),
    favorite: t.exposeBoolean('favorite', { description: 'whether it is marked as a favourite' }),
    likes: t.exposeBoolean('likes', { nullable: true, description: 'false if dropped' }),
    lastPlayedAt: t.expose('lastPlayedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'the last time that it was played',
    }),
    unplayed: t.exposeInt('unplayed', {
      nullable: true,
      description: 'unplayed aired episodes of a series or season; null if unknown',
    }),
    percentage: t.exposeFloat('percentage', { nullable: true, description: '0 to 100' }),
  }),
})
