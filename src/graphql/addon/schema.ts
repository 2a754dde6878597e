import type { Addon } from '../../services/addon.ts'
import { builder } from '../builder.ts'

const AddonRef = builder.objectRef<Addon>('Addon').implement({
  description: 'A configuration as an addon of the Stremio protocol.',
  fields: (t) => ({
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    logo: t.exposeString('logo', { nullable: true }),
    types: t.exposeStringList('types'),
    idPrefixes: t.exposeStringList('idPrefixes', { nullable: true, description: 'null: any id' }),
  }),
})

builder.queryField('addon', (t) =>
  t.field({
    type: AddonRef,
    description: 'What the configuration of the caller can be asked for.',
    resolve: async (_root, _args, ctx) => {
      await ctx.take('search')
      return ctx.services.addon.describe(ctx)
    },
  }),
)
