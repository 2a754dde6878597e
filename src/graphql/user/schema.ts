import type { Alias, UserAddresses } from '../../services/configurations/addresses.ts'
import type { ShownUser } from '../../services/configurations/shown-users.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'
import { WarningRef } from './warning.ts'

const tokenDescription = 'Replaces the password in Basic credentials and addon addresses.'
const uuidDescription = 'Identifies the configuration.'
const configDescription = 'What is stored.'

const UserAddressesRef = builder.objectRef<UserAddresses>('UserAddresses').implement({
  description: 'Addresses that open a configuration without its password.',
  fields: (t) => ({
    mediaServerUrl: t.string({
      description:
        'For apps of the media server: they list the users of the household. Nothing is there while the media server is off.',
      resolve: ({ mediaServer }, _args, { publicAddress }) => publicAddress + mediaServer,
    }),
    manifestUrl: t.string({
      description: 'For Stremio: the manifest of the addon.',
      resolve: ({ manifest }, _args, { publicAddress }) => publicAddress + manifest,
    }),
  }),
})

const AliasRef = builder.objectRef<Alias>('Alias').implement({
  description: 'A name that the operator has given to a configuration (ALIASED_CONFIGURATIONS).',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Stands for the UUID wherever that is asked for, such as in user names.',
    }),
    addresses: t.field({
      type: UserAddressesRef,
      nullable: true,
      description:
        'What it opens without a password; null: nothing, since the operator has given none with it, or that has changed since.',
      resolve: ({ addresses }) => addresses,
    }),
  }),
})

const UserRef = builder.objectRef<ShownUser>('User').implement({
  description: 'A stored configuration and its identity.',
  fields: (t) => ({
    uuid: t.expose('uuid', { type: 'UUID', description: uuidDescription }),
    userData: t.field({
      type: 'UserData',
      description: 'The configuration. Only for its owner.',
      resolve: async (user) => (await user.details()).userData,
    }),
    encryptedPassword: t.string({
      description:
        'A token that replaces the password in Basic credentials and addon addresses. Only for the owner.',
      resolve: async (user) => (await user.details()).encryptedPassword,
    }),
    etag: t.string({
      description:
        'Changes with each update; pass it to `updateUser` as `ifMatch`. Only for the owner.',
      resolve: async (user) => (await user.details()).etag,
    }),
    sourceIds: t.stringList({
      description:
        'What each of `sources` in `userData` is called: its id, or the number it got when it was saved.',
      resolve: async (user) => [...(await user.sourceIds())],
    }),
    addresses: t.field({
      type: UserAddressesRef,
      description:
        'Addresses that end when the password changes; the encrypted password in them is another each time. Only for the owner.',
      resolve: (user) => user.addresses(),
    }),
    aliases: t.field({
      type: [AliasRef],
      description: 'Its names. Only for the owner.',
      resolve: async (user) => [...(await user.aliases())],
    }),
    warnings: t.field({
      type: [WarningRef],
      description:
        'Unknown keys, settings without effect, and sources that cannot be used now; each is asked for at most three seconds. Only for the owner.',
      resolve: (user) => user.warnings(),
    }),
  }),
})

const CredentialsRef = builder
  .objectRef<{ uuid: string; encryptedPassword: string }>('UserCredentials')
  .implement({
    description: 'Credentials of a configuration.',
    fields: (t) => ({
      uuid: t.expose('uuid', { type: 'UUID', description: uuidDescription }),
      encryptedPassword: t.exposeString('encryptedPassword', { description: tokenDescription }),
    }),
  })

type Created = Awaited<ReturnType<RequestContext['services']['configurations']['create']>>

const CreatedUserRef = builder.objectRef<Created>('CreatedUser').implement({
  description: 'Credentials of a new configuration, and warnings about it.',
  fields: (t) => ({
    uuid: t.expose('uuid', { type: 'UUID', description: uuidDescription }),
    encryptedPassword: t.exposeString('encryptedPassword', { description: tokenDescription }),
    warnings: t.field({
      type: [WarningRef],
      description: 'Warnings about the new configuration, as in `User`.',
      resolve: (created) => created.warnings(),
    }),
  }),
})

const ifMatchDescription = 'Fail with CONFLICT unless this is the current etag.'
const rawDescription = 'Without merging the parent configuration.'

builder.queryFields((t) => ({
  me: t.field({
    type: UserRef,
    description: 'The caller.',
    authScopes: { configuration: true },
    rate: 'user',
    args: {
      raw: t.arg.boolean({ defaultValue: false, required: true, description: rawDescription }),
    },
    resolve: (_root, { raw }, ctx) => ctx.services.configurations.ownUser(ctx.account, { raw }),
  }),
  user: t.field({
    type: UserRef,
    description: 'An existing configuration; only its owner may read more than the UUID.',
    authScopes: { public: true },
    rate: 'user',
    args: {
      uuid: t.arg.string({ required: true, description: 'UUID or alias' }),
      raw: t.arg.boolean({ defaultValue: false, required: true, description: rawDescription }),
    },
    resolve: async (_root, { uuid, raw }, ctx) =>
      ctx.services.configurations.shownUser(await ctx.loaders.users.load(uuid), { raw }, ctx),
  }),
  userExists: t.boolean({
    description: 'Whether a configuration is stored under this UUID or alias.',
    args: { uuid: t.arg.string({ required: true, description: 'UUID or alias' }) },
    authScopes: { public: true },
    rate: 'user',
    resolve: async (_root, { uuid }, ctx) => (await ctx.loaders.users.load(uuid)) !== null,
  }),
}))

builder.mutationFields((t) => ({
  createUser: t.field({
    type: CreatedUserRef,
    description: 'Stores a configuration. Its UUID and password cannot be recovered later.',
    authScopes: { public: true },
    rate: 'user',
    args: {
      config: t.arg({ type: 'UserData', required: true, description: configDescription }),
      password: t.arg.string({
        required: true,
        description: 'at least 8 characters, at most 256 bytes',
      }),
    },
    resolve: (_root, args, ctx) => ctx.services.configurations.create(args, ctx.client),
  }),
  updateUser: t.field({
    type: UserRef,
    description: "Replaces the caller's whole configuration.",
    authScopes: { configuration: true },
    rate: 'user',
    args: {
      config: t.arg({ type: 'UserData', required: true, description: configDescription }),
      ifMatch: t.arg.string({ description: ifMatchDescription }),
    },
    resolve: (_root, args, ctx) => ctx.services.configurations.updateUser(ctx.account, args),
  }),
  deleteUser: t.field({
    type: 'UUID',
    description: "Deletes the caller's configuration for good and returns its UUID.",
    authScopes: { configuration: true },
    rate: 'user',
    args: { ifMatch: t.arg.string({ description: ifMatchDescription }) },
    resolve: (_root, args, ctx) => ctx.services.configurations.remove(ctx.account, args),
  }),
  changePassword: t.field({
    type: CredentialsRef,
    description:
      'Sets a new password, which ends every token and browser session opened before. FORBIDDEN for a wrong current password.',
    authScopes: { configuration: true },
    rate: 'user',
    args: {
      password: t.arg.string({
        required: true,
        description: 'at least 8 characters, at most 256 bytes',
      }),
      currentPassword: t.arg.string({
        description: 'Required from a browser session; other callers have sent it already.',
      }),
    },
    resolve: (_root, args, ctx) => ctx.services.configurations.changePassword(ctx.account, args),
  }),
}))
