import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { PointsField } from './points-field.tsx'
import { valueAt } from './rules.ts'
import type { Draft } from './use-draft.ts'

/** As the configuration writes it: the text alone where it has no points and no name. */
type Entry = string | Pattern
type Pattern = { readonly pattern: string; readonly score?: number; readonly name?: string }

/** Preferred regular expressions: each keeps its place, which gives the points where none are written. */
export function PatternFields({ draft, label }: { draft: Draft; label: string }) {
  const { t } = useLingui()
  const path = ['filters', 'regex', 'prefer']
  const stored = valueAt(draft.rules, path)
  const entries = (Array.isArray(stored) ? stored : []) as readonly Entry[]
  return (
    <Stack gap="xs" align="start">
      <Input.Label component="div">{label}</Input.Label>
      {entries.map((entry, index) => {
        const one = typeof entry === 'object' ? entry : { pattern: entry }
        const change = (next: Partial<Pattern>) =>
          draft.set(path, entries.with(index, written({ ...one, ...next })))
        return (
          <Group key={index} align="end" gap="xs" w="100%">
            <TextInput
              flex="2 1 10rem"
              label={t`Regular expression`}
              value={one.pattern}
              onChange={(event) => change({ pattern: event.currentTarget.value })}
            />
            <TextInput
              flex="1 1 6rem"
              label={t`Name`}
              value={one.name ?? ''}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <PointsField
              score={one.score}
              usual={entries.length - index}
              change={(score) => change({ score })}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t`Remove line ${index + 1}`}
              onClick={() => draft.set(path, entries.toSpliced(index, 1))}
            >
              ×
            </ActionIcon>
          </Group>
        )
      })}
      <Text
        size="sm"
        c="dimmed"
      >{t`Without points of its own, each counts by its place: the last one 1.`}</Text>
      <Button variant="light" size="xs" onClick={() => draft.set(path, [...entries, ''])}>
        {t`Add a regular expression`}
      </Button>
    </Stack>
  )
}

function written({ score, name, ...rest }: Pattern): Entry {
  const entry = { ...rest, ...(score !== undefined && { score }), ...(name && { name }) }
  return Object.keys(entry).length === 1 ? entry.pattern : entry
}
