import type { Addon } from '../../services/addon.ts'
import { builder } from '../builder.ts'

const AddonRef = builder.objectRef<Addon>('Addon').implement({
  description: 'A configuration as an addon of the Stremio protocol.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The configuration's, or else the server's." }),
    description: t.exposeString('description', { description: 'One sentence for people.' }),
    logo: t.exposeString('logo', { nullable: true, description: 'Address of a picture.' }),
    types: t.exposeStringList('types', { description: 'Such as movie and series.' }),
    idPrefixes: t.exposeStringList('idPrefixes', {
      nullable: true,
      description: 'null accepts any id',
    }),
  }),
})

builder.queryField('addon', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: AddonRef,
    description: "What the caller's configuration can be asked for.",
    resolve: (_root, _args, ctx) => ctx.services.addon.describe(ctx),
  }),
)
