import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Accordion, Badge, Group, Skeleton, Text } from '@mantine/core'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../parts/lazy-part.ts'
import { valueAt } from './rules.ts'
import type { Draft } from './use-draft.ts'
import { useNames } from '../../parts/use-names.ts'
import { closedWords, matchNames, rangeNames, usualLanguages } from '../../parts/vocabulary.ts'

const loadFields = () => import('./filter-fields.tsx')
const ExpressionFields = lazyPart(async () => (await loadFields()).ExpressionFields)
const MatchFields = lazyPart(async () => (await loadFields()).MatchFields)
const RangeFields = lazyPart(async () => (await loadFields()).RangeFields)
const WordLists = lazyPart(async () => (await import('./word-lists.tsx')).WordLists)

/** One fold for each thing that streams are filtered by. */
export function FilterSection({ draft }: { draft: Draft }) {
  const { nameOf } = useNames()
  const closed = Object.entries(closedWords)
  const open = [
    ['language', usualLanguages],
    ['subtitle', usualLanguages],
    ['service', []],
    ['indexer', []],
    ['releaseGroup', []],
    ['keyword', []],
    ['regex', []],
  ] as const
  const folds: readonly (readonly [string, ReactNode])[] = [
    ...closed.map(
      ([name, words]) =>
        [name, <WordLists key={name} draft={draft} name={name} words={words} />] as const,
    ),
    ...open.map(
      ([name, words]) =>
        [
          name,
          <WordLists key={name} draft={draft} name={name} words={null} suggested={words} />,
        ] as const,
    ),
    ...rangeNames.map(
      (name) => [name, <RangeFields key={name} draft={draft} name={name} />] as const,
    ),
    ...matchNames.map(
      (name) => [name, <MatchFields key={name} draft={draft} name={name} />] as const,
    ),
    ['expressions', <ExpressionFields key="expressions" draft={draft} />],
  ]
  return (
    <Accordion chevronPosition="left" order={4} keepMounted={false}>
      {folds.map(([name, fields]) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap">
              <Text fw={500}>{nameOf(name)}</Text>
              <Summary value={valueAt(draft.rules, ['filters', name])} />
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Suspense fallback={<Skeleton h="8rem" />}>{fields}</Suspense>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** What is set, in a word, so that nobody must open each fold. */
function Summary({ value }: { value: unknown }) {
  const { t } = useLingui()
  if (typeof value !== 'object' || value === null) return null
  const { exclude, require, prefer, include } = value as Record<string, unknown>
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  const counts = [
    {
      list: exclude,
      label: t`${plural(count(exclude), { one: '# value left out', other: '# values left out' })}`,
    },
    {
      list: require,
      label: t`${plural(count(require), { one: '# value required', other: '# values required' })}`,
    },
    {
      list: include,
      label: t`${plural(count(include), { one: '# value kept', other: '# values kept' })}`,
    },
    {
      list: prefer,
      label: t`${plural(count(prefer), { one: '# value preferred', other: '# values preferred' })}`,
    },
  ].filter(({ list }) => count(list) > 0)
  return (
    <Group gap={4} justify="end">
      {counts.map(({ label }) => (
        <Badge key={label} variant="default" tt="none" flex="none">
          {label}
        </Badge>
      ))}
      {counts.length === 0 && (
        <Badge variant="default" tt="none" flex="none">
          {t`set`}
        </Badge>
      )}
    </Group>
  )
}
