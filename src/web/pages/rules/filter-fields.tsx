import { useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { PointsField } from './points-field.tsx'
import { textsOf, valueAt } from './rules.ts'
import type { Draft } from './use-draft.ts'

type Props = { readonly draft: Draft; readonly name: string }

/** The field's unit, and how many of the configuration's units it is. */
const factors: Readonly<Record<string, number>> = { size: 1e9, bitrate: 1e6 }

export function RangeFields({ draft, name }: Props) {
  const { t } = useLingui()
  const factor = factors[name] ?? 1
  const unit = { size: 'GB', bitrate: 'Mbit/s', age: t`hours` }[name]
  const kinds = [
    { kind: null, label: t`Any title` },
    { kind: 'movies', label: t`Films` },
    { kind: 'series', label: t`Series` },
    { kind: 'anime', label: t`Anime` },
  ]
  return (
    <Stack gap="xs">
      {kinds.map(({ kind, label }) => (
        <SimpleGrid key={label} cols={2}>
          {(['min', 'max'] as const).map((bound) => {
            const path = ['filters', name, ...(kind === null ? [] : [kind]), bound]
            const value = valueAt(draft.rules, path)
            const text = bound === 'min' ? t`${label}: at least` : t`${label}: at most`
            return (
              <NumberInput
                key={bound}
                label={text}
                min={0}
                suffix={unit && ` ${unit}`}
                value={typeof value === 'number' ? value / factor : ''}
                onChange={(next) =>
                  draft.set(path, next === '' ? undefined : Math.round(Number(next) * factor))
                }
              />
            )
          })}
        </SimpleGrid>
      ))}
      <Text size="sm" c="dimmed">{t`Streams that do not say it stay.`}</Text>
    </Stack>
  )
}

export function MatchFields({ draft, name }: Props) {
  const { t } = useLingui()
  const mode = valueAt(draft.rules, ['filters', name, 'mode'])
  const tolerance = valueAt(draft.rules, ['filters', name, 'tolerance'])
  const setMode = (next: string | null) =>
    next === null
      ? draft.set(['filters', name], undefined)
      : draft.set(['filters', name, 'mode'], next)
  return (
    <Group align="end" grow>
      <ChoiceField
        label={t`What the name of a file says must match`}
        placeholder={t`not set`}
        data={[
          { value: 'exact', label: t`exactly` },
          { value: 'contains', label: t`roughly` },
          { value: 'off', label: t`no check` },
        ]}
        value={typeof mode === 'string' ? mode : null}
        onChange={setMode}
      />
      {name !== 'episode' && typeof mode === 'string' && (
        <NumberInput
          label={
            name === 'year'
              ? t`Years that it may be off`
              : t`Characters that may differ, in percent`
          }
          min={0}
          max={100}
          value={typeof tolerance === 'number' ? tolerance : ''}
          onChange={(next) =>
            draft.set(['filters', name, 'tolerance'], next === '' ? undefined : Number(next))
          }
        />
      )}
    </Group>
  )
}

type Score = { readonly expression: string; readonly score: number }

export function ExpressionFields({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const path = ['filters', 'expressions', 'score']
  const scores = (valueAt(draft.rules, path) ?? []) as readonly Score[]
  return (
    <Stack gap="sm">
      {[
        { list: 'exclude', label: t`Leave out where one of these is true` },
        { list: 'require', label: t`Keep only where each of these is true` },
      ].map(({ list, label }) => (
        <TagsInput
          key={list}
          label={label}
          placeholder='size > 10 * GB && "DV" in visualTags'
          splitChars={[]}
          value={textsOf(valueAt(draft.rules, ['filters', 'expressions', list]))}
          onChange={(next) => draft.set(['filters', 'expressions', list], next)}
        />
      ))}
      {scores.map((one, index) => {
        const change = (next: Partial<Score>) =>
          draft.set(path, scores.with(index, { ...one, ...next }))
        return (
          <Group key={index} align="end" wrap="nowrap" gap="xs">
            <TextInput
              flex={1}
              label={t`Where this is true`}
              value={one.expression}
              onChange={(event) => change({ expression: event.currentTarget.value })}
            />
            <PointsField score={one.score} change={(score = 0) => change({ score })} />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t`Remove line ${index + 1}`}
              onClick={() => draft.set(path, scores.toSpliced(index, 1))}
            >
              ×
            </ActionIcon>
          </Group>
        )
      })}
      <Group>
        <Button
          variant="light"
          size="xs"
          onClick={() => draft.set(path, [...scores, { expression: '', score: 10 }])}
        >
          {t`Add points`}
        </Button>
      </Group>
    </Stack>
  )
}
