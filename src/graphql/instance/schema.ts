import type { Instance } from '../../model/instance.ts'
import { builder } from '../builder.ts'

type WebApp = { readonly url: string; readonly served: boolean }

const WebAppRef = builder.objectRef<WebApp>('WebApp').implement({
  description: 'A web client for media servers.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where it is opened.' }),
    served: t.exposeBoolean('served', {
      description: 'Whether the service itself serves it, at `/web/` of any of its addresses.',
    }),
  }),
})

const InstanceRef = builder.objectRef<Instance>('Instance').implement({
  description: 'This installation of the service.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As its operator calls it.' }),
    version: t.exposeString('version', { description: 'The version of the service.' }),
    publicUrl: t.exposeString('publicUrl', {
      nullable: true,
      description:
        'Its public address as the operator has set it (BASE_URL), without a slash at the end; null: each address by which it is reached.',
    }),
    protected: t.exposeBoolean('isProtected', {
      description: 'Whether a configuration needs the `addonPassword` of its operator.',
    }),
    webApp: t.field({
      type: WebAppRef,
      nullable: true,
      description: 'Null: the operator has set up none.',
      resolve: ({ webApp }, _args, { publicAddress }) =>
        webApp && { url: webApp.url ?? `${publicAddress}/web/`, served: webApp.url === null },
    }),
    anyDocument: t.exposeBoolean('takesAnyDocument', {
      description:
        'Whether `/graphql` answers any document and shows GraphiQL, or known documents alone.',
    }),
    demoSource: t.exposeString('demoSource', {
      nullable: true,
      description:
        'Address of a source of free films that the service answers itself; null: the operator has turned it off.',
    }),
    operatorPage: t.exposeBoolean('hasOperator', {
      description:
        'Whether its operator has set ADMIN_PASSWORD, and may sign in at /configure/operator.',
    }),
  }),
})

builder.queryFields((t) => ({
  instance: t.field({
    type: InstanceRef,
    description: 'The public facts about this installation.',
    authScopes: { public: true },
    resolve: (_root, _args, { services }) => services.instance,
  }),
  networkUrls: t.stringList({
    description:
      'For a caller on the machine of the service who asks at an address such as `localhost`: the addresses at which other devices of the local network reach it, home networks first. Empty for other callers, behind a proxy, and where the operator has set BASE_URL or lets it listen on one address alone.',
    authScopes: { configuration: true },
    resolve: (_root, _args, { services, localPort }) => [...services.networkUrls(localPort)],
  }),
}))
