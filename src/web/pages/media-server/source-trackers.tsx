import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useConfiguration, useInherited } from '../../data/configuration.ts'
import { useHousehold } from '../../data/household.ts'
import { usePartDraft } from '../../data/part-draft.ts'
import type { Part } from '../../data/configuration-part.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { sourceTitle } from '../sources/source-title.ts'
import type { TrackerEntry } from './trackers.ts'

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

/** Whose tracker each source is that keeps the watch state. */
export function SourceTrackers({ trackers }: { trackers: readonly TrackerEntry[] }) {
  const { t } = useLingui()
  const { userData, sourceIds } = useConfiguration()
  const { part, saved, change, bar } = usePartDraft(['trackers'])
  const users = [...useHousehold().users.values()].map(({ user }) => user)
  const inherited = useInherited()
  const entriesOf = ({ trackers: own }: Part) =>
    (own ?? inherited?.['trackers'] ?? []) as readonly Entry[]
  const entries = entriesOf(part)
  const sources = (userData.sources ?? []).map((source, index) => {
    const id = sourceIds[index]!
    const isEntry = (one: Entry) =>
      one.id === id || (one.source !== undefined && [id, source.name].includes(one.source))
    return { id, title: sourceTitle(source), isEntry, entry: entries.find(isEntry) }
  })
  const shown = sources.filter(
    ({ id, isEntry }) =>
      [...entries, ...entriesOf(saved)].some(isEntry) ||
      trackers.some(({ source }) => source === id),
  )
  const choose = ({ id, isEntry, entry }: (typeof shown)[number], chosen: string | null) => {
    const { user: _user, enabled: _enabled, ...kept } = { type: 'source', id, ...entry }
    const next: Entry = { ...kept, ...(chosen === null ? {} : chosenOf(chosen)) }
    const others = entries.filter((one) => !isEntry(one))
    const trackers = saysMore(next) ? [...others, next] : others
    change(trackers.length > 0 || inherited?.['trackers'] ? { trackers } : {})
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
          disabled={inherited === undefined}
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
      <SaveBar {...bar} />
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
