import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { memo } from 'react'
import { rootPath } from '../../data/address.ts'
import { useHousehold } from '../../data/household.ts'
import type { Inherited, MediaServer, UserEntry } from '../../data/household.ts'
import { randomId } from '../../data/random-id.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { namesOf, sharersOf } from './sharers.ts'
import { UserRow } from './user-row.tsx'

type Props = {
  readonly owner: MediaServer['owner']
  readonly users: MediaServer['users']
  readonly timeZone: MediaServer['timeZone']
  readonly saved: MediaServer
  readonly inherited: Inherited
  readonly set: (next: Partial<MediaServer>) => void
}

const mostUsers = 50

/** The household: the first user, who owns the configuration, and the others. */
export const UserCard = memo(({ saved, inherited, set, ...own }: Props) => {
  const { t } = useLingui()
  const { users: known, error, refetch } = useHousehold()
  const { owner = {}, users = [], timeZone = null } = own
  const inheritedUsers = inherited?.users ?? []
  const savedUsers = saved.users ?? inheritedUsers
  const isInherited = !own.users && inheritedUsers.length > 0
  const first = [...known.values()].find(({ user }) => user.isOwner)?.user
  const ownerName = first?.name
  const pictureOf = (id: string | undefined, avatar: string | null | undefined) =>
    id && first && avatar
      ? `${rootPath}/UserImage?userId=${id}&of=${first.id}&tag=${tagOf(avatar)}`
      : null
  const setUsers = (next: readonly UserEntry[]) => set({ users: next })
  const nameOf = ({ name }: UserEntry) => (name ?? '').trim().toLowerCase()
  const names = [{ name: owner.name ?? ownerName ?? '' }, ...users].map(nameOf)
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Users`}</Title>
        <Text>{t`Each has a history, favourites and a place to go on watching of their own.`}</Text>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        <UserRow
          user={owner}
          saved={saved.owner ?? inherited?.owner}
          usualName={ownerName ?? ''}
          picture={pictureOf(first?.id, owner.avatar)}
          isTaken={names.indexOf(names[0]!) !== names.lastIndexOf(names[0]!)}
          change={(next) => set({ owner: next })}
        />
        {users.map((user, index) => (
          <UserRow
            key={keyOf(user)}
            user={user}
            saved={savedUsers.find(({ id }) => id !== undefined && id === user.id)}
            others={users.filter((other) => other !== user)}
            personalUrl={known.get(user.id ?? '')?.personalUrl ?? null}
            picture={pictureOf(user.id, user.avatar)}
            isTaken={names.indexOf(nameOf(user)) !== names.lastIndexOf(nameOf(user))}
            change={(next) => {
              keys.set(next, keyOf(user))
              setUsers(users.with(index, next))
            }}
            remove={() => setUsers(without(users, user))}
          />
        ))}
        {isInherited && (
          <Alert title={t`These users come from the parent configuration`}>
            <Stack gap="sm" align="start">
              <Text size="sm">{namesOf(inheritedUsers)}</Text>
              <Text size="sm">{t`To change them or to add others, copy them. Later changes of the parent's users then no longer matter here.`}</Text>
              <Button size="xs" variant="light" onClick={() => setUsers(inheritedUsers)}>
                {t`Copy the users`}
              </Button>
            </Stack>
          </Alert>
        )}
        <Group>
          <Button
            variant="light"
            disabled={users.length >= mostUsers || isInherited || inherited === undefined}
            onClick={() => setUsers([...users, { name: '' }])}
          >
            {t`Add a user`}
          </Button>
        </Group>
        <TimeZoneField
          label={t`Time zone of the household`}
          hint={t`Whose clock allowed hours and minutes a day mean.`}
          placeholder={inherited?.timeZone ?? t`that of the server`}
          zone={timeZone}
          change={(zone) => set({ timeZone: zone })}
        />
      </Stack>
    </Card>
  )
})

/** Users who are not saved have no id yet, but state of their own on the page. */
const keys = new WeakMap<UserEntry, string>()

function keyOf(user: UserEntry): string {
  if (user.id !== undefined) return user.id
  const key = keys.get(user) ?? randomId()
  keys.set(user, key)
  return key
}

/** Another picture has another address, so that browsers do not show the one before. */
function tagOf(avatar: string): string {
  let tag = 0
  for (const letter of avatar) tag = (tag * 31 + letter.codePointAt(0)!) % 2 ** 40
  return tag.toString(36)
}

/** Users who shared the removed user's history get their own. */
function without(users: readonly UserEntry[], removed: UserEntry): readonly UserEntry[] {
  const sharers = sharersOf(removed, users)
  return users
    .filter((user) => user !== removed)
    .map((user) => (sharers.includes(user) ? { ...user, historyOf: null } : user))
}
