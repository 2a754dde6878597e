import type { SignedIn } from '../../services/users/sign-in-types.ts'
import { builder } from '../builder.ts'
import { HouseholdUserRef } from './users.ts'

const DeviceInput = builder.inputType('DeviceInput', {
  description: 'A device and its app, as lists of devices show them; 1 to 255 characters each.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Chosen by the app, and the same at each sign-in.' }),
    name: t.string({ required: true, description: 'Name of the device.' }),
    client: t.string({ required: true, description: 'Name of the app.' }),
    version: t.string({ required: true, description: 'Version of the app.' }),
  }),
})

const SignedInAppRef = builder.objectRef<SignedIn>('SignedInApp').implement({
  description: 'What an app for media servers keeps of a sign-in.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Opens everything of the user until the device is signed out. Shown this once.',
    }),
    serverId: t.string({
      description: 'Id of the server, as apps know it.',
      resolve: (_signedIn, _args, { services }) => services.instance.id,
    }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'Who is signed in.',
      resolve: ({ user }) => user.profile,
    }),
  }),
})

builder.mutationField('signInApp', (t) =>
  t.field({
    type: SignedInAppRef,
    description:
      'Signs an app in as the caller, who need not type the password again; one of `devices` from then on. FORBIDDEN for API keys.',
    authScopes: { user: true },
    rate: 'user',
    args: {
      device: t.arg({ type: DeviceInput, required: true, description: 'Where the app runs.' }),
    },
    resolve: (_root, { device }, { services, user }) => services.users.signInApp(user, device),
  }),
)
