import type { SignedIn, VisibleProfile } from '../../services/users/sign-in-types.ts'
import type { PersonalAddress } from '../../services/users/scopes.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { DeviceRef } from './devices.ts'
import { UserPreferencesRef } from './preferences.ts'
import { HouseholdUserRef } from './users.ts'

const NeedsRef = enumOf(
  'SwitchNeeds',
  ['pin', 'password', 'password-pin'],
  'What switching to a user requires.',
  {
    pin: 'The PIN of the user.',
    password: 'The password of the user.',
    'password-pin': 'Both, written `password/PIN`.',
  },
)

const ServiceUserRef = builder.objectRef<VisibleProfile>('ServiceUser').implement({
  description: 'A user that the caller can switch to.',
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user to switch to.',
      resolve: (profile) => profile,
    }),
    avatar: t.exposeString('avatar', { nullable: true, description: 'https or data URL' }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether the user is hidden from others.' }),
    needs: t.expose('needs', { type: NeedsRef, nullable: true, description: 'null: nothing' }),
    personalUrl: t.string({
      nullable: true,
      description:
        'Address of a media server for this user alone, where `personal` is set; only the first user reads it.',
      resolve: async ({ id, personal }, _args, ctx) =>
        personal ? (await ctx.loaders.personalUrls.load(id))?.mediaServer : null,
    }),
    personalManifestUrl: t.string({
      nullable: true,
      description:
        'Address of an addon for this user alone, where `personal` is set: whoever has it needs no PIN or password. Only the first user reads it.',
      resolve: async ({ id, personal }, _args, ctx) =>
        personal ? (await ctx.loaders.personalUrls.load(id))?.addon : null,
    }),
  }),
})

const SwitchedUserRef = builder.objectRef<SignedIn>('SwitchedUser').implement({
  description: 'A sign-in on the same device as another user.',
  fields: (t) => ({
    user: t.field({
      type: HouseholdUserRef,
      description: 'The user who is signed in now.',
      resolve: ({ user }) => user.profile,
    }),
    accessToken: t.exposeString('accessToken', {
      description: 'works like a token from signing in',
    }),
    device: t.field({
      type: DeviceRef,
      description: 'The device that the user is signed in on.',
      resolve: ({ user }) => user.device!,
    }),
    preferences: t.field({
      type: UserPreferencesRef,
      description: 'The preferences of the user who is signed in now.',
      resolve: ({ user }, _args, { services }) => services.userConfigurations.of(user),
    }),
  }),
})

const PersonalAddressRef = builder.objectRef<PersonalAddress>('PersonalAddress').implement({
  description: "What a user's own address shows before signing in.",
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'of the household' }),
    logo: t.exposeString('logo', { nullable: true, description: 'web address of its picture' }),
  }),
})

builder.queryFields((t) => ({
  personalAddress: t.field({
    authScopes: { public: true },
    type: PersonalAddressRef,
    nullable: true,
    description: 'null for an unknown code',
    args: { code: t.arg.string({ description: "the last part of a user's own address" }) },
    resolve: (_root, { code }, { services, client }) =>
      services.users.personalAddress(code, client),
  }),
  serviceUsers: t.field({
    authScopes: { user: true },
    type: [ServiceUserRef],
    description:
      'Users that the caller can see, and what switching to each requires. FORBIDDEN with an API key.',
    resolve: (_root, _args, { services, user }) => services.users.switchable(user),
  }),
}))

builder.mutationFields((t) => ({
  signOut: t.boolean({
    authScopes: { userAfterHours: true },
    description:
      'Ends the access token of the caller. API keys are ended by `revokeToken`; Basic credentials have nothing to end.',
    resolve: (_root, _args, { services, user }) => services.users.signOut(user),
  }),
  renewPersonalUrl: t.string({
    authScopes: { user: true },
    description:
      'A new address for a user with `personal`; the old one ends at once, and that of the addon. FORBIDDEN for anybody but the first user, NOT_FOUND for a user without one.',
    args: { userId: t.arg.id({ required: true, description: 'The id of a user.' }) },
    resolve: async (_root, { userId }, { services, user, publicAddress }) =>
      publicAddress + (await services.users.renewPersonalAddress(user, userId)),
  }),
  switchUser: t.field({
    authScopes: { userAfterHours: true },
    type: SwitchedUserRef,
    description:
      'A token for another user on the same device. UNAUTHORIZED for a wrong secret, NOT_FOUND for an unknown user, RATE_LIMIT_EXCEEDED after too many attempts.',
    args: {
      userId: t.arg.id({ required: true, description: 'The user to switch to.' }),
      secret: t.arg.string({ description: "the secret that the user's `needs` names" }),
    },
    resolve: (_root, { userId, secret }, { services, user, client }) =>
      services.users.switchTo(user, userId, secret ?? '', client),
  }),
}))
