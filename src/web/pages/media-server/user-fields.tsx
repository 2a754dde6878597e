import { useLingui } from '@lingui/react/macro'
import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import { ChoiceField } from '../../parts/choice-field.tsx'
import type { UserEntry } from '../../data/household.ts'
import { namesOf, sharersOf } from './sharers.ts'
import { SecretField } from './secret-field.tsx'

export type UserFieldsProps = {
  readonly user: UserEntry
  /** As it is saved, if it is. */
  readonly saved: UserEntry | undefined
  readonly change: (user: UserEntry) => void
  readonly isTaken: boolean
  /** Only for the first user. */
  readonly usualName?: string
  readonly others?: readonly UserEntry[]
  /** Not for the first user. */
  readonly remove?: () => void
}

const itself = ''

export function UserFields(props: UserFieldsProps) {
  const { user, saved, change, isTaken, usualName, others = [], remove } = props
  const { t } = useLingui()
  const choices = useHistoryChoices(user, others)
  const sharers = namesOf(sharersOf(user, others))
  const { name = '' } = user
  const isOwner = !remove
  const isMissing = name.trim() === '' && !isOwner
  const nameFault = isMissing
    ? t`A user needs a name.`
    : isTaken
      ? t`Another user has this name.`
      : undefined
  const setName = (text: string) => {
    const { name: _before, ...rest } = user
    change(isOwner && text === '' ? rest : { ...user, name: text })
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t`Name`}
          placeholder={usualName}
          autoComplete="off"
          required={!isOwner}
          error={nameFault}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!isOwner && (
          <ChoiceField
            label={t`History`}
            disabled={user.personal === true || sharers !== ''}
            description={sharers === '' ? undefined : t`Others share it: ${sharers}`}
            data={choices}
            value={user.historyOf ?? itself}
            onChange={(value) =>
              change({ ...user, historyOf: value === itself || value === null ? null : value })
            }
          />
        )}
        <SecretField
          label={t`PIN`}
          hint={t`4 to 12 digits, asked for when somebody switches to this user.`}
          isDigits
          secret={user.pin ?? null}
          saved={saved?.pin ?? null}
          change={(pin) => change({ ...user, pin })}
        />
        {!isOwner && (
          <SecretField
            label={t`Own password`}
            hint={t`Without it, the password of this configuration is theirs, too.`}
            secret={user.password ?? null}
            saved={saved?.password ?? null}
            change={(password) => change({ ...user, password })}
          />
        )}
      </SimpleGrid>
      <Flags user={user} change={change} isOwner={isOwner} isShared={sharers !== ''} />
    </>
  )
}

/** Users who share a history themselves, or who see no other users, cannot be shared with. */
function useHistoryChoices(user: UserEntry, others: readonly UserEntry[]) {
  const { t } = useLingui()
  return [
    { value: itself, label: t`their own` },
    { value: 'owner', label: t`that of the first user` },
    ...others.flatMap(({ id, name = '', historyOf, personal }) =>
      id && (id === user.historyOf || (!historyOf && !personal))
        ? [{ value: id, label: t`that of ${name}` }]
        : [],
    ),
  ]
}

type FlagProps = Pick<UserFieldsProps, 'user' | 'change'> & {
  readonly isOwner: boolean
  readonly isShared: boolean
}

function Flags({ user, change, isOwner, isShared }: FlagProps) {
  const { t } = useLingui()
  const hasSecret = Boolean(user.pin) || Boolean(user.password)
  const flags = [
    {
      key: 'hidden',
      label: t`Hidden`,
      hint: t`Others do not see this user in lists.`,
      usual: false,
    },
    {
      key: 'private',
      label: t`Private`,
      hint: t`Only this user and the first one see what was watched.`,
      usual: hasSecret,
    },
    {
      key: 'personal',
      label: t`An address of their own`,
      hint: t`A server for this user alone, who does not see that there are others. Its address is here once it is saved.`,
      usual: false,
    },
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {flags
        .filter(({ key }) => !isOwner || key !== 'personal')
        .map(({ key, label, hint, usual }) => (
          <Switch
            key={key}
            label={label}
            description={hint}
            checked={user[key] ?? usual}
            disabled={key === 'personal' && isShared && !user.personal}
            onChange={({ currentTarget: { checked } }) =>
              change({
                ...user,
                [key]: checked,
                // Personal users see no other users.
                ...(key === 'personal' && checked && { historyOf: null }),
              })
            }
          />
        ))}
    </SimpleGrid>
  )
}
