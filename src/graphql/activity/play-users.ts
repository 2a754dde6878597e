import type { PlayUser } from '../../services/activity/play-users.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { ActivityFilterRef } from './filter.ts'
import { PlayRef } from './plays.ts'
import { WatchedCountRef } from './top.ts'

const PlayUserRef = builder.objectRef<PlayUser>('PlayUser').implement({
  description: 'How much one user has watched, and what last.',
  interfaces: [WatchedCountRef],
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      description: 'Who watched.',
      resolve: ({ profile }) => profile,
    }),
    lastPlay: t.field({
      dashboards: 'parent',
      type: PlayRef,
      nullable: true,
      description: 'The latest of the plays that count; null: there is none.',
      resolve: ({ lastPlay }) => lastPlay(),
    }),
  }),
})

builder.queryField('playUsers', (t) =>
  t.field({
    authScopes: { reads: 'activity' },
    type: [PlayUserRef],
    complexity: listCost(50),
    args: { filter: t.arg({ type: ActivityFilterRef, description: 'Left out: every play.' }) },
    description:
      'Everybody whose history the caller may read, with how much they have watched and what last, in the order of the household.',
    resolve: async (_root, { filter }, ctx) => [
      ...(await ctx.services.activity.users(ctx.user, filter, ctx)),
    ],
  }),
)
