import { searchInterfaces } from '../../model/search-log.ts'
import type { LoggedSearch } from '../../model/search-log.ts'
import { mostFirst } from '../../services/search-log/service.ts'
import type { SeenSearch } from '../../services/search-log/service.ts'
import { builder } from '../builder.ts'
import { pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { HouseholdUserRef } from '../household/users.ts'
import { SearchStepRef } from '../search/explanation.ts'

const InterfaceRef = enumOf('SearchInterface', searchInterfaces, 'How a search was asked for.', {
  rest: 'The REST API, below `/api/v1`.',
  graphql: 'GraphQL, also as REST below `/rest`.',
  mediaServer: 'An app of the media server that looked for versions.',
  stremio: 'The Stremio addon.',
})

const StepDropsRef = builder.objectRef<LoggedSearch['dropped'][number]>('StepDrops').implement({
  description: 'How many results one step dropped.',
  fields: (t) => ({
    step: t.expose('step', { type: SearchStepRef, description: 'Which step.' }),
    count: t.exposeInt('count', { description: 'Number of results.' }),
  }),
})

const LoggedSearchRef = builder.objectRef<SeenSearch>('LoggedSearch').implement({
  description: 'A search, and what became of it.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was asked for.' }),
    interface: t.expose('interface', { type: InterfaceRef, description: 'How it was asked for.' }),
    user: t.expose('user', {
      type: HouseholdUserRef,
      nullable: true,
      description:
        'Who asked; null: whoever knows the configuration, or the id of a title or version alone, or a user who is gone.',
    }),
    type: t.exposeString('type', { description: 'Such as movie or series.' }),
    mediaId: t.exposeString('id', { description: 'Such as tt1254207 or tt0903747:5:14.' }),
    received: t.exposeInt('received', { description: 'Streams that the sources sent.' }),
    results: t.exposeInt('results', { description: 'Results that remained.' }),
    dropped: t.field({
      type: [StepDropsRef],
      description: 'By each step that dropped any.',
      resolve: ({ dropped }) => [...dropped],
    }),
    failedSources: t.exposeInt('failedSources', { description: 'Sources that did not answer.' }),
    tookMs: t.exposeFloat('tookMs', {
      description: 'Milliseconds from the first request to the last result.',
    }),
  }),
})

builder.queryField('searchLog', (t) =>
  t.field({
    authScopes: { reads: 'activity' },
    type: [LoggedSearchRef],
    complexity: ({ first }) => pageCost({ first }, { usual: 50, most: mostFirst }),
    description:
      'The last searches of a configuration with `searchLog`, the newest first. The first user sees all of them, others their own.',
    args: { first: t.arg.int({ description: 'at most 1000; 50 unless it is given' }) },
    resolve: async (_root, { first }, ctx) => [
      ...(await ctx.services.searchLog.list(ctx.user, first)),
    ],
  }),
)
