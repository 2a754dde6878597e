import type { DeviceInfo } from '../../model/household.ts'
import type { ApiKey, SignedInDevice } from '../../services/users/sign-in-types.ts'
import type { WaitingDevice } from '../../services/users/quick-connect.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { HouseholdUserRef } from './users.ts'

export const DeviceRef = builder.objectRef<DeviceInfo>('Device').implement({
  description: 'A device, as its app describes it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Chosen by the app.' }),
    name: t.exposeString('name', { description: 'As named by its app or its user.' }),
    client: t.exposeString('client', { description: 'Name of the app.' }),
    version: t.exposeString('version', { description: 'Version of the app.' }),
  }),
})

const SignedInDeviceRef = builder.objectRef<SignedInDevice>('SignedInDevice').implement({
  description: 'A device that a user is signed in on.',
  fields: (t) => ({
    device: t.field({
      type: DeviceRef,
      description: 'The device itself.',
      resolve: (device) => device,
    }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user who is signed in on it.',
      resolve: ({ profile }) => profile,
    }),
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

const WaitingDeviceRef = builder.objectRef<WaitingDevice>('WaitingDevice').implement({
  description: 'A device that asked for a code of Quick Connect.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The six digits that it shows.' }),
    device: t.field({
      type: DeviceRef,
      description: 'The device, as it describes itself.',
      resolve: ({ device }) => device,
    }),
    userId: t.exposeID('profileId', {
      nullable: true,
      description: 'The only user as whom it can sign in; null: any of the household.',
    }),
    since: t.expose('createdAt', { type: 'DateTime', description: 'When it asked.' }),
  }),
})

const ApiKeyRef = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'A key that a program uses instead of signing in.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the key in lists; it grants no access.',
      resolve: ({ rowId }) => String(rowId),
    }),
    name: t.exposeString('name', { description: "The program's name." }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'Only present when the key has just been made.',
    }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user that the program acts as.',
      resolve: ({ profile }) => profile,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

const deviceId = 'The device id that the app chose.'

builder.queryFields((t) => ({
  devices: t.field({
    type: [SignedInDeviceRef],
    description: 'Devices that the caller may sign out: their own, or all for the first user.',
    authScopes: { user: true },
    resolve: (_root, _args, { services, user }) => services.users.devices(user),
  }),
  waitingDevices: t.field({
    type: [WaitingDeviceRef],
    complexity: listCost(20),
    description:
      "Devices that asked for a code at the household's address, or at one of its users', and wait; the last 20, for ten minutes. Only for the first user; FORBIDDEN for others and with an API key.",
    authScopes: { user: true },
    resolve: async (_root, _args, { services, user }) => [
      ...(await services.users.waitingDevices(user)),
    ],
  }),
  device: t.field({
    type: SignedInDeviceRef,
    description: 'One of `devices`. NOT_FOUND for any other id.',
    authScopes: { user: true },
    args: { id: t.arg.id({ required: true, description: deviceId }) },
    resolve: (_root, { id }, { services, user }) => services.users.device(user, id),
  }),
  apiKeys: t.field({
    type: [ApiKeyRef],
    description: 'Only for the first user; FORBIDDEN for others and with an API key.',
    authScopes: { user: true },
    resolve: (_root, _args, { services, user }) => services.users.apiKeys(user),
  }),
}))

builder.mutationFields((t) => ({
  renameDevice: t.boolean({
    description: 'Renames a device of `devices`; an empty name changes nothing.',
    authScopes: { user: true },
    args: {
      id: t.arg.id({ required: true, description: deviceId }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: (_root, { id, name }, { services, user }) =>
      services.users.renameDevice(user, id, name),
  }),
  revokeDevice: t.boolean({
    description: 'Signs a device of `devices` out. NOT_FOUND for any other id.',
    authScopes: { user: true },
    args: {
      id: t.arg.id({ required: true, description: deviceId }),
      userId: t.arg.id({
        description: 'The user to sign out there; without it, all who are signed in on it.',
      }),
    },
    resolve: (_root, { id, userId }, { services, user }) =>
      services.users.revokeDevice(user, id, userId),
  }),
  createApiKey: t.field({
    type: ApiKeyRef,
    description: 'Only for the first user; FORBIDDEN for others and with an API key.',
    authScopes: { user: true },
    args: { name: t.arg.string({ required: true, description: "The program's name." }) },
    resolve: (_root, { name }, { services, user }) => services.users.createApiKey(user, name),
  }),
  revokeApiKey: t.boolean({
    description: 'Revokes a key of `apiKeys`. NOT_FOUND for any other id, FORBIDDEN as there.',
    authScopes: { user: true },
    args: { id: t.arg.id({ required: true, description: 'The id of its entry.' }) },
    resolve: (_root, { id }, { services, user }) => services.users.revokeApiKey(user, id),
  }),
  revokeToken: t.boolean({
    description: "Revokes an API key or a device's access token. NOT_FOUND for any other token.",
    authScopes: { user: true },
    args: { token: t.arg.string({ required: true, description: 'The key or token itself.' }) },
    resolve: (_root, { token }, { services, user }) => services.users.revokeKey(user, token),
  }),
  authorizeQuickConnect: t.boolean({
    description:
      'Signs in the device that shows this code. NOT_FOUND for an unknown or used code, RATE_LIMIT_EXCEEDED after too many wrong ones.',
    authScopes: { user: true },
    args: {
      code: t.arg.string({ required: true, description: 'The six digits, with spaces or dashes.' }),
      userId: t.arg.id({
        description:
          'As whom; default: the user of the personal address where the device asked, as whom alone it can sign in, or else the caller. Others only for the first user who knows the password of the configuration, and not those with a password of their own: FORBIDDEN, and the code stays usable.',
      }),
    },
    resolve: (_root, { code, userId: as }, { services, user, client }) =>
      services.users.authorizeQuickConnect(user, code, { client, as }),
  }),
}))
