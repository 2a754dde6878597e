import type { ListedSession } from '../../services/browser-sessions/service.ts'
import { builder } from '../builder.ts'

const BrowserSessionRef = builder.objectRef<ListedSession>('BrowserSession').implement({
  description: 'A browser that is signed in to the pages of this service.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies it in lists; it grants no access.',
      resolve: ({ id }) => String(id),
    }),
    name: t.exposeString('name', { description: 'Browser and system, such as Firefox on Linux.' }),
    remembered: t.exposeBoolean('remembered', {
      description: 'Whether it stays signed in for 90 days, or until the browser ends.',
    }),
    current: t.exposeBoolean('isCurrent', { description: 'Whether the caller uses it.' }),
    signedInAt: t.expose('createdAt', { type: 'DateTime', description: 'When it signed in.' }),
    lastSeenAt: t.expose('seenAt', {
      type: 'DateTime',
      description: 'When it last asked for something.',
    }),
  }),
})

builder.queryField('browserSessions', (t) =>
  t.field({
    type: [BrowserSessionRef],
    description: "Browsers that are signed in to the caller's configuration, the latest first.",
    authScopes: { configuration: true },
    resolve: (_root, _args, { services, account }) => services.browserSessions.list(account),
  }),
)

builder.mutationField('revokeBrowserSession', (t) =>
  t.boolean({
    description: 'Signs a browser of `browserSessions` out. NOT_FOUND for any other id.',
    authScopes: { configuration: true },
    args: { id: t.arg.id({ required: true, description: 'Of one of `browserSessions`.' }) },
    resolve: (_root, { id }, { services, account }) => services.browserSessions.revoke(account, id),
  }),
)
