import { accessScopes } from '../../model/access-token.ts'
import type { Profile } from '../../model/household.ts'
import type { AccessToken } from '../../services/access-tokens/service.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const AccessScopeRef = enumOf('AccessScope', accessScopes, 'What a dashboard may read.', {
  activity: 'Plays, statistics and counts.',
  history: 'The history, and how far items are watched.',
  sessions: 'What is playing now.',
  health: 'How sources and trackers answer.',
})

/** Whoever may list tokens need not be a user, so it names the user and no more. */
const TokenReaderRef = builder.objectRef<Profile>('TokenReader').implement({
  description: 'The user as whom a token reads.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the user.' }),
    name: t.exposeString('name', { description: 'The name of the user.' }),
  }),
})

const AccessTokenRef = builder.objectRef<AccessToken>('AccessToken').implement({
  description: 'Lets a dashboard read, and nothing else.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies it in the list; it grants no access.',
      resolve: ({ rowId }) => String(rowId),
    }),
    name: t.exposeString('name', { description: 'As its maker called it.' }),
    token: t.exposeString('token', {
      nullable: true,
      description: 'For `Authorization: Bearer`; only present when it has just been made.',
    }),
    scopes: t.field({
      type: [AccessScopeRef],
      description: 'What it may read.',
      resolve: ({ scopes }) => [...scopes],
    }),
    user: t.field({
      type: TokenReaderRef,
      description:
        'The user as whom the token reads; it reads nothing that this user may not read.',
      resolve: ({ profile }) => profile,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.expose('usedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last read something, to the minute; null: never.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null: when it is revoked or the password changes.',
    }),
    ended: t.exposeBoolean('ended', {
      description:
        'Whether it opens nothing any more: it has expired, or the password has changed.',
    }),
  }),
})

builder.queryField('accessTokens', (t) =>
  t.field({
    type: [AccessTokenRef],
    description: 'Tokens of dashboards, the newest first.',
    authScopes: { configuration: true },
    rate: 'user',
    resolve: async (_root, _args, ctx) => [...(await ctx.services.accessTokens.list(ctx.account))],
  }),
)

builder.mutationFields((t) => ({
  createAccessToken: t.field({
    type: AccessTokenRef,
    description:
      'Makes a token with which a dashboard reads what its scopes name. BAD_REQUEST: there are 100 already.',
    authScopes: { configuration: true },
    rate: 'user',
    args: {
      name: t.arg.string({ required: true, description: 'What it is for; 1 to 100 characters.' }),
      scopes: t.arg({ type: [AccessScopeRef], required: true, description: 'What it may read.' }),
      userId: t.arg.id({
        description: 'The user as whom the token reads. Default: the first user.',
      }),
      expiresAt: t.arg({ type: 'DateTime', description: 'When it ends. Default: never.' }),
    },
    resolve: (_root, args, ctx) => ctx.services.accessTokens.create(ctx.account, args),
  }),
  revokeAccessToken: t.boolean({
    description: 'Ends a token, and what it has open, at once. NOT_FOUND for any other id.',
    authScopes: { configuration: true },
    rate: 'user',
    args: { id: t.arg.id({ required: true, description: 'The id of its entry.' }) },
    resolve: (_root, { id }, ctx) => ctx.services.accessTokens.revoke(ctx.account, id),
  }),
}))
