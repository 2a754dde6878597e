import { useLingui } from '@lingui/react/macro'
import { MultiSelect, NumberInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import type { SourceEntry } from '../../data/configuration.ts'
import { isAlike } from '../../data/is-alike.ts'
import { useResourceNames } from './resource-names.ts'
import { useTypeNames } from './type-names.ts'

const resources = ['stream', 'catalog', 'meta', 'subtitles', 'watch_state']
const types = ['movie', 'series', 'anime', 'tv', 'channel']

type Props = { readonly source: SourceEntry; readonly change: (source: SourceEntry) => void }

export function SourceSettings({ source, change }: Props) {
  const { t } = useLingui()
  const nameOf = useResourceNames()
  const typeName = useTypeNames()
  const typeOf = (typed: string) =>
    types.find((type) => isAlike(typeName(type), typed) || isAlike(type, typed)) ?? typed
  /** An empty field means the usual. */
  const set = (key: keyof SourceEntry, value: string | number | string[]) => {
    const { [key]: _before, ...rest } = source
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    change((isEmpty ? rest : { ...rest, [key]: value }) as SourceEntry)
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t`Name`}
        value={source.name ?? ''}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <NumberInput
        label={t`Longest time for an answer, in seconds`}
        min={0.1}
        max={120}
        step={1}
        placeholder={t`As the server is set`}
        value={source.timeout === undefined ? '' : source.timeout / 1_000}
        onChange={(value) => set('timeout', value === '' ? '' : Math.round(Number(value) * 1_000))}
      />
      <MultiSelect
        label={t`What it is asked for`}
        placeholder={source.resources ? '' : t`Everything that it offers`}
        data={resources.map((value) => ({ value, label: nameOf(value) }))}
        value={[...(source.resources ?? [])]}
        onChange={(value) => set('resources', value)}
      />
      <TagsInput
        label={t`Types of titles`}
        placeholder={source.mediaTypes ? '' : t`All`}
        data={types.map(typeName)}
        value={(source.mediaTypes ?? []).map(typeName)}
        onChange={(names) => set('mediaTypes', [...new Set(names.map(typeOf))])}
      />
    </SimpleGrid>
  )
}
