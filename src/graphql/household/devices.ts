import type { DeviceInfo } from '../../model/household.ts'
import type { ApiKey, SignedInDevice } from '../../services/users/profiles.ts'
import { builder } from '../builder.ts'
import { HouseholdUserRef } from './users.ts'

export const DeviceRef = builder.objectRef<DeviceInfo>('Device').implement({
  description: 'A device, as its app describes it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Chosen by the app.' }),
    name: t.exposeString('name', { description: 'As its app or its user calls it.' }),
    client: t.exposeString('client', { description: 'Name of the app.' }),
    version: t.exposeString('version', { description: 'Version of the app.' }),
  }),
})

const SignedInDeviceRef = builder.objectRef<SignedInDevice>('SignedInDevice').implement({
  description: 'A device that a user is signed in on.',
  fields: (t) => ({
    device: t.field({ type: DeviceRef, resolve: (known) => known }),
    user: t.field({ type: HouseholdUserRef, resolve: ({ profile }) => profile }),
    signedInAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the user signed in.',
    }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When it last asked for something.',
    }),
  }),
})

const ApiKeyRef = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'A key that a program uses in place of a sign-in.',
  fields: (t) => ({
    id: t.id({
      description: 'Of the list alone; it opens nothing.',
      resolve: ({ rowId }) => String(rowId),
    }),
    name: t.exposeString('name', { description: 'What the program is called.' }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'Told once, when it is made.',
    }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'As whom a program acts with it.',
      resolve: ({ profile }) => profile,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

const deviceId = 'What the app calls its device.'

builder.queryFields((t) => ({
  devices: t.field({
    type: [SignedInDeviceRef],
    description: 'Devices that the caller may sign out: their own; for the first user, all.',
    authScopes: { user: true },
    resolve: async (_root, _args, { services, user }) => [...(await services.users.devices(user))],
  }),
  device: t.field({
    type: SignedInDeviceRef,
    description: 'One of `devices`. NOT_FOUND for any other.',
    authScopes: { user: true },
    args: { id: t.arg.id({ required: true, description: deviceId }) },
    resolve: (_root, { id }, { services, user }) => services.users.device(user, id),
  }),
  apiKeys: t.field({
    type: [ApiKeyRef],
    description: 'For the first user alone; FORBIDDEN for others and with an API key.',
    authScopes: { user: true },
    resolve: async (_root, _args, { services, user }) => [...(await services.users.apiKeys(user))],
  }),
}))

builder.mutationFields((t) => ({
  renameDevice: t.boolean({
    description: 'Gives a device of `devices` another name; an empty one changes nothing.',
    authScopes: { user: true },
    args: {
      id: t.arg.id({ required: true, description: deviceId }),
      name: t.arg.string({ required: true, description: 'The new one.' }),
    },
    resolve: (_root, { id, name }, { services, user }) =>
      services.users.renameDevice(user, id, name).then(toTrue),
  }),
  revokeDevice: t.boolean({
    description: 'Signs a device of `devices` out. NOT_FOUND for any other.',
    authScopes: { user: true },
    args: { id: t.arg.id({ required: true, description: deviceId }) },
    resolve: (_root, { id }, { services, user }) =>
      services.users.revokeDevice(user, id).then(toTrue),
  }),
  createApiKey: t.field({
    type: ApiKeyRef,
    description: 'For the first user alone; FORBIDDEN for others and with an API key.',
    authScopes: { user: true },
    args: { name: t.arg.string({ required: true, description: 'What the program is called.' }) },
    resolve: (_root, { name }, { services, user }) => services.users.createApiKey(user, name),
  }),
  revokeToken: t.boolean({
    description: 'Ends an API key, or the access token of a device. NOT_FOUND for any other.',
    authScopes: { user: true },
    args: { token: t.arg.string({ required: true, description: 'The key or token itself.' }) },
    resolve: (_root, { token }, { services, user }) =>
      services.users.revokeKey(user, token).then(toTrue),
  }),
  authorizeQuickConnect: t.boolean({
    description:
      'Lets a device in that shows this code, as the caller. NOT_FOUND for an unknown or used code, RATE_LIMIT_EXCEEDED after too many wrong ones.',
    authScopes: { user: true },
    args: { code: t.arg.string({ required: true, description: 'The six digits.' }) },
    resolve: (_root, { code }, { services, user }) =>
      services.users.authorizeQuickConnect(user, code).then(toTrue),
  }),
}))

const toTrue = (): true => true
