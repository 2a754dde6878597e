import type { User, Profile } from '../../model/household.ts'
import { builder } from '../builder.ts'
import { AccessTimesRef } from './access-times.ts'
import { WatchLimitsRef } from './limits.ts'
import { UserPreferencesRef } from './preferences.ts'

export const HouseholdUserRef = builder.objectRef<Profile>('HouseholdUser').implement({
  interfaces: [builder.nodeInterfaceRef()],
  description: 'One user of the household that shares a configuration.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '32 hexadecimal digits.' }),
    name: t.exposeString('name', { description: 'The name that others see.' }),
    avatar: t.exposeString('avatar', { nullable: true, description: 'https or data URL' }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether the user is hidden from others.' }),
    isOwner: t.exposeBoolean('isOwner', {
      description: 'Whether this is the first user, who owns the configuration.',
    }),
    hasPin: t.exposeBoolean('hasPin', { description: 'Whether this user has a PIN.' }),
    limits: t.field({
      dashboards: null,
      type: WatchLimitsRef,
      nullable: true,
      description:
        'What the user may watch; null: everything. Only the first user sees those of other users.',
      resolve: (profile, _args, { services, user }) => services.users.limitsOf(user, profile),
    }),
    times: t.field({
      dashboards: null,
      type: AccessTimesRef,
      nullable: true,
      description:
        'When and how long the user may use the service; null: always. Only the first user sees those of other users.',
      resolve: (profile, _args, { services, user }) => services.users.timesOf(user, profile),
    }),
    preferences: t.field({
      dashboards: null,
      type: UserPreferencesRef,
      description: 'Only the first user sees those of other users; everyone else sees defaults.',
      resolve: ({ id }, _args, ctx) => ctx.loaders.preferences.load(id),
    }),
  }),
})

const HouseholdRef = builder.objectRef<User>('Household').implement({
  description: 'The users who share a configuration, as the caller sees them.',
  fields: (t) => ({
    ownerId: t.id({
      description: 'Id of the first user.',
      resolve: ({ profiles }) => profiles[0]!.id,
    }),
    currentUser: t.field({
      type: HouseholdUserRef,
      description: 'The caller.',
      resolve: ({ profile }) => profile,
    }),
    users: t.field({
      type: [HouseholdUserRef],
      description: 'Everyone for the first user; for others, users who are not hidden.',
      resolve: (user, _args, { services }) => services.users.visible(user),
    }),
    user: t.field({
      type: HouseholdUserRef,
      description: 'One of `users`. NOT_FOUND for any other id.',
      args: { id: t.arg.id({ required: true, description: 'The id of a user.' }) },
      resolve: (user, { id }, { services }) => services.users.visibleUser(user, id),
    }),
  }),
})

builder.queryFields((t) => ({
  household: t.field({
    type: HouseholdRef,
    description: 'The household of the caller.',
    authScopes: { user: true },
    resolve: (_root, _args, { user }) => user,
  }),
}))
