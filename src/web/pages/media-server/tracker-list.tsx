import { useLingui } from '@lingui/react/macro'
import { Stack, Switch } from '@mantine/core'
import { useConfiguration, useInherited } from '../../data/configuration.ts'
import { useHousehold } from '../../data/household.ts'
import type { Part } from '../../data/configuration-part.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { sourceTitle } from '../sources/source-title.ts'
import { TrackerRow } from './tracker-row.tsx'
import type { TrackerDraft, TrackerEntry } from './trackers.ts'

/** As the configuration writes it. */
type Entry = {
  readonly type: string
  readonly id?: string
  readonly source?: string
  readonly user?: string
  readonly enabled?: boolean
}

const nobody = 'nobody'
const owner = 'owner'
const prefix = 'user '

type Props = { readonly trackers: readonly TrackerEntry[]; readonly draft: TrackerDraft }

export function TrackerList({ trackers, draft }: Props) {
  const { users } = useHousehold()
  return (
    <Stack>
      {trackers.map((tracker) => (
        <TrackerRow
          key={`${tracker.userId} ${tracker.name}`}
          tracker={tracker}
          userName={users.get(tracker.userId)?.user.name ?? ''}
        />
      ))}
      <OwnTrackers trackers={trackers} draft={draft} />
      <SourceTrackers trackers={trackers} draft={draft} />
    </Stack>
  )
}

/** A list of its own replaces the parent's. */
function useEntries({ part, saved, change }: TrackerDraft) {
  const inherited = useInherited()
  const entriesOf = ({ trackers: own }: Part) =>
    (own ?? inherited?.['trackers'] ?? []) as readonly Entry[]
  const set = (trackers: readonly Entry[]) =>
    change(trackers.length > 0 || inherited?.['trackers'] ? { trackers } : {})
  return {
    entries: entriesOf(part),
    before: entriesOf(saved),
    isReady: inherited !== undefined,
    set,
  }
}

function OwnTrackers({ trackers, draft }: Props) {
  const { t } = useLingui()
  const { entries, isReady, set } = useEntries(draft)
  const names = new Map(trackers.flatMap(({ native, name }) => (native ? [[native, name]] : [])))
  const setOn = (isOwn: (entry: Entry) => boolean, type: string, isOn: boolean) => {
    const others = entries.filter((one) => !isOwn(one))
    const own = entries.filter(isOwn).map(({ enabled: _before, ...kept }) => kept)
    set([...others, ...(isOn ? own.filter(saysMore) : offOf(own, type))])
  }
  return [...names].map(([native, name]) => {
    const type = native.toLowerCase()
    const isOwn = (entry: Entry) => entry.type.toLowerCase() === type
    return (
      <Switch
        key={native}
        label={t`Use ${name}`}
        description={t`Off, it hears nothing of any user, and nothing is read from it; connections stay.`}
        disabled={!isReady}
        checked={entries.every((entry) => !isOwn(entry) || entry.enabled !== false)}
        onChange={(event) => setOn(isOwn, type, event.currentTarget.checked)}
      />
    )
  })
}

function offOf(own: readonly Entry[], type: string): readonly Entry[] {
  const [first = { type }, ...rest] = own
  return [{ ...first, enabled: false }, ...rest]
}

/** Whose tracker each source is that keeps the watch state. */
function SourceTrackers({ trackers, draft }: Props) {
  const { t } = useLingui()
  const { userData, sourceIds } = useConfiguration()
  const { entries, before, isReady, set } = useEntries(draft)
  const users = [...useHousehold().users.values()].map(({ user }) => user)
  const sources = (userData.sources ?? []).map((source, index) => {
    const id = sourceIds[index]!
    const isEntry = (one: Entry) =>
      one.id === id || (one.source !== undefined && [id, source.name].includes(one.source))
    return { id, title: sourceTitle(source), isEntry, entry: entries.find(isEntry) }
  })
  const shown = sources.filter(
    ({ id, isEntry }) =>
      [...entries, ...before].some(isEntry) || trackers.some(({ source }) => source === id),
  )
  const choose = ({ id, isEntry, entry }: (typeof shown)[number], chosen: string | null) => {
    const { user: _user, enabled: _enabled, ...kept } = { type: 'source', id, ...entry }
    const next: Entry = { ...kept, ...(chosen === null ? {} : chosenOf(chosen)) }
    const others = entries.filter((one) => !isEntry(one))
    set(saysMore(next) ? [...others, next] : others)
  }
  if (shown.length === 0 || users.length === 0) return null
  return (
    <Stack>
      {shown.map((one) => (
        <ChoiceField
          key={one.id}
          maw="20rem"
          label={t`Whose tracker ${one.title} is`}
          description={t`It hears what this user watches.`}
          disabled={!isReady}
          data={[
            ...users.map((user) => ({ value: valueOf(user), label: user.name })),
            ...strangersOf(one.entry, users).map((name) => ({
              value: prefix + name,
              label: t`${name} (no such user)`,
            })),
            { value: nobody, label: t`Nobody's` },
          ]}
          value={choiceOf(one.entry, users)}
          onChange={(chosen) => choose(one, chosen)}
        />
      ))}
    </Stack>
  )
}

type User = { readonly id: string; readonly name: string; readonly isOwner: boolean }

function valueOf({ name, isOwner }: User): string {
  return isOwner ? owner : prefix + name
}

function chosenOf(value: string): Partial<Entry> {
  if (value === nobody) return { enabled: false }
  return value === owner ? {} : { user: value.slice(prefix.length) }
}

function saysMore(entry: Entry): boolean {
  return Object.keys(entry).some((key) => !['type', 'id', 'source'].includes(key))
}

function choiceOf(entry: Entry | undefined, users: readonly User[]): string {
  if (entry?.enabled === false) return nobody
  const user = userOf(entry, users)
  return user ? valueOf(user) : prefix + entry!.user
}

function strangersOf(entry: Entry | undefined, users: readonly User[]): readonly string[] {
  return entry?.user === undefined || userOf(entry, users) ? [] : [entry.user]
}

/** As the service finds whom an entry names. */
function userOf(entry: Entry | undefined, users: readonly User[]): User | undefined {
  const named = entry?.user ?? ''
  const wanted = comparable(named)
  if (wanted === '' || named.toLowerCase() === 'owner') return users.find(({ isOwner }) => isOwner)
  return users.find(({ id, name }) => comparable(name) === wanted || id === wanted)
}

function comparable(name: string): string {
  return name.normalize().trim().toLowerCase()
}
