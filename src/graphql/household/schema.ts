import type { Profile } from '../../model/member.ts'
import { requirePerson } from '../../services/profiles/access.ts'
import type { SignedIn, VisibleProfile } from '../../services/profiles/profiles.ts'
import { builder } from '../builder.ts'

export const HouseholdUserRef = builder.objectRef<Profile>('HouseholdUser').implement({
  description: 'One person of those who share a configuration.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const NeedsRef = builder.enumType('SwitchNeeds', {
  description: 'What switching to a user requires; password_pin: both, written `password/PIN`.',
  values: { pin: {}, password: {}, password_pin: { value: 'password-pin' } } as const,
})

const ServiceUserRef = builder.objectRef<VisibleProfile>('ServiceUser').implement({
  fields: (t) => ({
    user: t.field({ type: HouseholdUserRef, resolve: (profile) => profile }),
    avatar: t.exposeString('avatar', { nullable: true, description: 'https or data URL' }),
    hidden: t.exposeBoolean('hidden'),
    needs: t.expose('needs', { type: NeedsRef, nullable: true, description: 'null: nothing' }),
  }),
})

const SwitchedUserRef = builder.objectRef<SignedIn>('SwitchedUser').implement({
  fields: (t) => ({
    user: t.field({ type: HouseholdUserRef, resolve: ({ member }) => member.profile }),
    accessToken: t.exposeString('accessToken', { description: 'works like one of a sign-in' }),
  }),
})

builder.queryFields((t) => ({
  serviceUsers: t.field({
    type: [ServiceUserRef],
    description: 'Whom the caller may see, and what switching to each requires of it.',
    resolve: async (_root, _args, ctx) => {
      const member = await ctx.member()
      requirePerson(member)
      return [...ctx.services.profiles.visible(member)]
    },
  }),
}))

builder.mutationFields((t) => ({
  switchUser: t.field({
    type: SwitchedUserRef,
    description:
      'A token for another user on the same device. UNAUTHORIZED for a wrong secret, NOT_FOUND for an unknown user, RATE_LIMIT_EXCEEDED after too many attempts.',
    args: {
      userId: t.arg.id({ required: true }),
      secret: t.arg.string({ description: 'what `needs` of the user asks for' }),
    },
    resolve: async (_root, { userId, secret }, ctx) =>
      ctx.services.profiles.switchTo(await ctx.member(), userId, secret ?? '', ctx.client),
  }),
}))
