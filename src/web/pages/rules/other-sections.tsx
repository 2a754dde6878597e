import { useLingui } from '@lingui/react/macro'
import {
  Card,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { textsOf, valueAt } from './rules.ts'
import type { Draft } from './use-draft.ts'
import { useNames } from '../../parts/use-names.ts'
import {
  dedupeKeys,
  dedupeMerges,
  dedupeModes,
  formatIds,
  sortKeys,
  limitKeys,
} from '../../../model/vocabulary.ts'
import { dedupeKinds } from '../../parts/vocabulary.ts'

type Props = { readonly draft: Draft }

export function DedupeSection({ draft }: Props) {
  const { t } = useLingui()
  const { nameOf } = useNames()
  const get = (...path: string[]) => valueAt(draft.rules, ['dedupe', ...path])
  // Said only where the parent configuration says the contrary.
  const isOn = valueAt(draft.inherited, ['dedupe', 'enabled']) === false ? true : undefined
  const keyNames = {
    infoHash: t`the torrent`,
    filename: t`the file name`,
    smart: t`what the names say`,
  }
  const kindNames = {
    cached: t`Ready at a debrid service`,
    uncached: t`At a debrid service, not ready`,
    p2p: t`Peer to peer`,
    usenet: t`Usenet`,
    http: t`Direct address`,
  }
  const modeNames = {
    single: t`one in all`,
    perService: t`one for each debrid service`,
    perSource: t`one for each source`,
    off: t`all of them`,
  }
  const mergeNames = {
    sources: t`Sources`,
    seeders: t`Seeders`,
    languages: t`Languages`,
    subtitles: t`Languages of subtitles`,
    subtitleTracks: t`Files of subtitles`,
    size: t`Size`,
    indexer: t`Indexer`,
    parsedFile: t`What the file name says`,
  }
  return (
    <Stack gap="sm">
      <Switch
        label={t`Equal streams become one`}
        checked={get('enabled') !== false}
        onChange={(event) =>
          draft.set(['dedupe', 'enabled'], event.currentTarget.checked ? isOn : false)
        }
      />
      <MultiSelect
        label={t`Equal by`}
        placeholder={get('keys') === undefined ? t`all of these` : ''}
        data={dedupeKeys.map((value) => ({ value, label: keyNames[value] }))}
        value={textsOf(get('keys'))}
        onChange={(next) => draft.set(['dedupe', 'keys'], next)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {dedupeKinds.map((kind) => (
          <ChoiceField
            key={kind}
            label={kindNames[kind]}
            placeholder={t`the usual`}
            data={dedupeModes.map((value) => ({ value, label: modeNames[value] }))}
            value={(get('mode', kind) as string | undefined) ?? null}
            onChange={(next) => draft.set(['dedupe', 'mode', kind], next ?? undefined)}
          />
        ))}
      </SimpleGrid>
      <MultiSelect
        label={t`What makes the one that is kept, the most important first`}
        searchable
        placeholder={get('prefer') === undefined ? t`the usual` : ''}
        data={sortKeys.map((value) => ({ value, label: nameOf(value) }))}
        value={textsOf(get('prefer'))}
        onChange={(next) => draft.set(['dedupe', 'prefer'], next)}
      />
      <MultiSelect
        label={t`What it takes over from the others`}
        placeholder={get('merge') === undefined ? t`all of it` : ''}
        data={dedupeMerges.map((value) => ({ value, label: mergeNames[value] }))}
        value={textsOf(get('merge'))}
        onChange={(next) => draft.set(['dedupe', 'merge'], next)}
      />
    </Stack>
  )
}

export function LimitSection({ draft }: Props) {
  const { t } = useLingui()
  const { nameOf } = useNames()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {limitKeys.map((name) => {
        const value = valueAt(draft.rules, ['limits', name])
        return (
          <NumberInput
            key={name}
            label={name === 'total' ? nameOf(name) : t`For each: ${nameOf(name)}`}
            min={1}
            allowDecimal={false}
            placeholder={t`no limit`}
            value={typeof value === 'number' ? value : ''}
            onChange={(next) => draft.set(['limits', name], next === '' ? undefined : Number(next))}
          />
        )
      })}
    </SimpleGrid>
  )
}

type Example = { readonly name: string | null; readonly description: string | null }

const ownTemplates = {
  name: '{{ stream.resolution }} {{ stream.addon }}',
  description: '{{ stream.filename }}\n{{ stream.size | bytes }}',
}

export function FormatSection({ draft, example }: Props & { readonly example: Example | null }) {
  const { t } = useLingui()
  const formatter = valueAt(draft.rules, ['formatter']) as
    | { readonly id?: string; readonly name?: string; readonly description?: string }
    | undefined
  const isInherited = draft.inherited['formatter'] !== undefined
  const isOwn = formatter !== undefined && formatter.id === undefined
  const names = {
    default: t`usual`,
    minimal: t`minimal`,
    detailed: t`detailed`,
    technical: t`technical`,
    plain: t`plain text`,
  }
  const choose = (next: string | null) => {
    if (next === 'own') draft.set(['formatter'], ownTemplates)
    else draft.set(['formatter'], next !== 'default' || isInherited ? { id: next } : undefined)
  }
  return (
    <Stack gap="sm">
      <ChoiceField
        label={t`How streams are written`}
        data={[
          ...formatIds.map((value) => ({ value, label: names[value] })),
          { value: 'own', label: t`templates of your own` },
        ]}
        value={isOwn ? 'own' : (formatter?.id ?? 'default')}
        onChange={choose}
      />
      {isOwn &&
        (['name', 'description'] as const).map((part) => (
          <Textarea
            key={part}
            label={part === 'name' ? t`First line, in Liquid` : t`Lines below it, in Liquid`}
            autosize
            minRows={2}
            classNames={{ input: 'secret' }}
            value={formatter[part] ?? ''}
            onChange={(event) =>
              draft.set(['formatter'], { ...formatter, [part]: event.currentTarget.value })
            }
          />
        ))}
      {example && (
        <Card withBorder padding="xs" aria-label={t`Example`}>
          <Text size="sm" fw={600} style={{ whiteSpace: 'pre-line' }}>
            {example.name}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {example.description}
          </Text>
        </Card>
      )}
    </Stack>
  )
}
