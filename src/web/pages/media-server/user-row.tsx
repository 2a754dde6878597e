import { useLingui } from '@lingui/react/macro'
import { Avatar, Badge, Collapse, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import type { UserEntry } from '../../data/household.ts'
import { DetailsButton } from '../../parts/details-button.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { useOnceTrue } from '../../parts/use-once-true.ts'
import { namesOf, sharersOf } from './sharers.ts'
import type { UserFieldsProps } from './user-fields.tsx'

const AvatarField = lazyPart(async () => (await import('./avatar-field.tsx')).AvatarField)
const PersonalAddress = lazyPart(
  async () => (await import('./personal-address.tsx')).PersonalAddress,
)
const UserFields = lazyPart(async () => (await import('./user-fields.tsx')).UserFields)
const LimitFields = lazyPart(async () => (await import('./limit-fields.tsx')).LimitFields)

type Props = UserFieldsProps & {
  readonly personalUrl?: string | null
  /** Address at which the service has the saved one. */
  readonly picture: string | null
}

export function UserRow(props: Props) {
  const { user, saved, usualName, change, remove, personalUrl = null, picture } = props
  const { t } = useLingui()
  const sharers = namesOf(sharersOf(user, props.others ?? []))
  const [isOpen, details] = useDisclosure(user.name === '')
  const wasOpen = useOnceTrue(isOpen)
  const name = user.name?.trim() || usualName || t`New user`
  const badges = useBadges(user, !remove)
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Avatar src={avatarOf(user, saved, picture)} alt="" name={name} variant="default" />
          <Text fw={600}>{name}</Text>
        </Group>
        <DetailsButton name={name} isOpen={isOpen} toggle={details.toggle} />
      </Group>
      {badges.length > 0 && (
        <Group gap={4} mt="xs">
          {badges.map((badge) => (
            <Badge key={badge} variant="default" size="sm">
              {badge}
            </Badge>
          ))}
        </Group>
      )}
      <Collapse expanded={isOpen}>
        <Stack mt="md">
          {wasOpen && (
            <Suspense fallback={<Skeleton h="18rem" />}>
              <UserFields {...props} />
              {remove && <LimitFields user={user} change={change} />}
              <AvatarField name={name} user={user} change={change} />
              {personalUrl !== null && user.id && (
                <PersonalAddress name={name} userId={user.id} url={personalUrl} />
              )}
            </Suspense>
          )}
          {remove && (
            <ConfirmButton
              style={{ alignSelf: 'start' }}
              label={t`Remove`}
              name={t`Remove ${name}`}
              question={t`Remove ${name}?`}
              consequence={
                sharers === ''
                  ? t`Once you save, ${name} can no longer sign in, and what they have watched is no longer shown.`
                  : t`Once you save, ${name} can no longer sign in, and what they have watched is no longer shown. The history that ${sharers} shared is not shown any more either; they begin one of their own.`
              }
              act={remove}
            />
          )}
        </Stack>
      </Collapse>
    </Paper>
  )
}

/** One that lies elsewhere comes through the service. */
function avatarOf({ avatar }: UserEntry, saved: UserEntry | undefined, picture: string | null) {
  if (avatar?.startsWith('data:')) return avatar
  return avatar && avatar === saved?.avatar ? picture : null
}

function useBadges(user: UserEntry, isOwner: boolean): readonly string[] {
  const { t } = useLingui()
  const { maxRating, minutesPerDay } = user
  return [
    isOwner ? t`first user` : null,
    user.pin ? t`PIN` : null,
    user.password ? t`own password` : null,
    user.hidden ? t`hidden` : null,
    user.private ? t`private` : null,
    user.personal ? t`own address` : null,
    maxRating == null ? null : t`up to ${maxRating}`,
    user.accessSchedules?.length ? t`only at some hours` : null,
    minutesPerDay == null ? null : t`${minutesPerDay} minutes a day`,
  ].filter((badge) => badge !== null)
}
