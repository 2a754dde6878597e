import type { Instance } from '../../model/instance.ts'
import { builder } from '../builder.ts'

const InstanceRef = builder.objectRef<Instance>('Instance').implement({
  description: 'This installation of the service.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As its operator calls it.' }),
    version: t.exposeString('version', { description: 'Of the service.' }),
    protected: t.exposeBoolean('isProtected', {
      description: 'Whether a configuration needs the `addonPassword` of its operator.',
    }),
  }),
})

builder.queryField('instance', (t) =>
  t.field({
    type: InstanceRef,
    description: 'What anybody may know of this installation.',
    authScopes: { public: true },
    resolve: (_root, _args, { services }) => services.instance,
  }),
)
