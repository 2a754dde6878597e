import { AppError } from '../../core/errors.ts'
import type { UserDetails, Viewer } from '../../services/user/service.ts'
import type { Warning } from '../../services/user/warnings/warnings.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'

/** A user, and how to read what only its owner may see: once, at the first field that needs it. */
type UserObject = {
  readonly uuid: string
  readonly details: () => Promise<UserDetails>
  readonly warnings: () => Promise<readonly Warning[]>
}

const WarningRef = builder.objectRef<Warning>('ConfigurationWarning').implement({
  description: 'Something of a configuration that does not work as it is written.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Such as `sources[0].url`; empty for the configuration as a whole.',
    }),
    message: t.exposeString('message'),
  }),
})

const UserRef = builder.objectRef<UserObject>('User').implement({
  description: 'A stored configuration and its identity.',
  fields: (t) => ({
    uuid: t.expose('uuid', { type: 'UUID' }),
    userData: t.field({
      type: 'JSONObject',
      description: 'The configuration. For its owner alone.',
      resolve: async (user) => (await user.details()).userData,
    }),
    encryptedPassword: t.string({
      description:
        'A token that stands for the password in Basic credentials and addon addresses. For the owner alone.',
      resolve: async (user) => (await user.details()).encryptedPassword,
    }),
    etag: t.string({
      description:
        'Changes with each replacement; give it to `updateUser` as `ifMatch`. For the owner alone.',
      resolve: async (user) => (await user.details()).etag,
    }),
    warnings: t.field({
      type: [WarningRef],
      description:
        'Unknown keys, settings without effect, and sources that cannot be used now: each is asked, for three seconds at most. For the owner alone.',
      resolve: (user) => user.warnings(),
    }),
  }),
})

const CredentialsRef = builder
  .objectRef<{ uuid: string; encryptedPassword: string }>('UserCredentials')
  .implement({
    description: 'What opens a configuration.',
    fields: (t) => ({
      uuid: t.expose('uuid', { type: 'UUID' }),
      encryptedPassword: t.exposeString('encryptedPassword'),
    }),
  })

type Created = Awaited<ReturnType<RequestContext['services']['users']['create']>>

const CreatedUserRef = builder.objectRef<Created>('CreatedUser').implement({
  description: 'What opens a new configuration, and what of it does not work as it is written.',
  fields: (t) => ({
    uuid: t.expose('uuid', { type: 'UUID' }),
    encryptedPassword: t.exposeString('encryptedPassword'),
    warnings: t.field({
      type: [WarningRef],
      description: 'As those of `User`.',
      resolve: (created) => created.warnings(),
    }),
  }),
})

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

function ownUser(viewer: Viewer, raw: boolean, { services }: RequestContext): UserObject {
  return {
    uuid: viewer.uuid,
    details: once(() => services.users.read(viewer, { raw })),
    warnings: () => services.users.warnings(viewer),
  }
}

/** A configuration is shown to its owner alone. */
async function userOf(uuid: string, raw: boolean, ctx: RequestContext): Promise<UserObject> {
  const owner = async () => {
    const viewer = await ctx.viewer()
    if (viewer.uuid === uuid) return ownUser(viewer, raw, ctx)
    throw new AppError('FORBIDDEN', 'Only the owner of a configuration may read it.')
  }
  return {
    uuid,
    details: once(async () => (await owner()).details()),
    warnings: async () => (await owner()).warnings(),
  }
}

const ifMatchDescription = 'Refuse with CONFLICT unless this is the present etag.'
const rawDescription = 'Without merging the parent configuration.'

builder.queryFields((t) => ({
  me: t.field({
    type: UserRef,
    description: 'The caller.',
    args: {
      raw: t.arg.boolean({ defaultValue: false, required: true, description: rawDescription }),
    },
    resolve: async (_root, { raw }, ctx) => {
      await ctx.take('user')
      return ownUser(await ctx.viewer(), raw, ctx)
    },
  }),
  user: t.field({
    type: UserRef,
    description: 'An existing user; everything but its UUID is for the owner alone.',
    args: {
      uuid: t.arg.string({ required: true, description: 'UUID or alias' }),
      raw: t.arg.boolean({ defaultValue: false, required: true, description: rawDescription }),
    },
    resolve: async (_root, { uuid: id, raw }, ctx) => {
      await ctx.take('user')
      const uuid = await ctx.loaders.users.load(id)
      if (uuid === null) throw new AppError('USER_NOT_FOUND', 'There is no user with this UUID.')
      return userOf(uuid, raw, ctx)
    },
  }),
  userExists: t.boolean({
    args: { uuid: t.arg.string({ required: true, description: 'UUID or alias' }) },
    resolve: async (_root, { uuid: id }, ctx) => {
      await ctx.take('user')
      return (await ctx.loaders.users.load(id)) !== null
    },
  }),
}))

builder.mutationFields((t) => ({
  createUser: t.field({
    type: CreatedUserRef,
    description: 'Stores a configuration. Nobody can recover its UUID or password later.',
    args: {
      config: t.arg({ type: 'JSONObject', required: true }),
      password: t.arg.string({ required: true, description: '8 characters to 256 bytes' }),
    },
    resolve: async (_root, args, ctx) => {
      await ctx.take('user')
      return ctx.services.users.create(args, ctx.client)
    },
  }),
  updateUser: t.field({
    type: UserRef,
    description: 'Replaces the whole configuration of the caller.',
    args: {
      config: t.arg({ type: 'JSONObject', required: true }),
      ifMatch: t.arg.string({ description: ifMatchDescription }),
    },
    resolve: async (_root, { config, ifMatch }, ctx) => {
      await ctx.take('user')
      const viewer = await ctx.viewer()
      const saved = await ctx.services.users.replace(viewer, config, { ifMatch: ifMatch ?? null })
      return { uuid: viewer.uuid, details: async () => saved, warnings: saved.warnings }
    },
  }),
  deleteUser: t.field({
    type: 'UUID',
    description: 'Deletes the caller for good and answers its UUID.',
    args: { ifMatch: t.arg.string({ description: ifMatchDescription }) },
    resolve: async (_root, { ifMatch }, ctx) => {
      await ctx.take('user')
      const viewer = await ctx.viewer()
      await ctx.services.users.remove(viewer, { ifMatch: ifMatch ?? null })
      return viewer.uuid
    },
  }),
  changePassword: t.field({
    type: CredentialsRef,
    description: 'Sets a new password, which ends every token issued before.',
    args: { password: t.arg.string({ required: true, description: '8 characters to 256 bytes' }) },
    resolve: async (_root, { password }, ctx) => {
      await ctx.take('user')
      return ctx.services.users.changePassword(await ctx.viewer(), { password })
    },
  }),
}))
