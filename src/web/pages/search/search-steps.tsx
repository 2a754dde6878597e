import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Alert, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { SampleSearchQuery } from '../../documents.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { useNames } from '../../parts/use-names.ts'
import { useStepNames } from './use-step-names.ts'

type Search = SampleSearchQuery['search']
type Line = Search['statistics'][number]

/** What each source gave, and what each step dropped. */
export function SearchSteps({ search: { errors, statistics } }: { search: Search }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const sourceText = useSourceText()
  const stepText = useStepText()
  const sources = statistics.flatMap((line) => (line.source ? [sourceText(line, line.source)] : []))
  const steps = statistics.flatMap(({ step }) => (step ? [stepText(step)] : []))
  const named = new Set(
    statistics.flatMap(({ source }) => (source?.status === 'FAILED' ? [source.name] : [])),
  )
  const others = errors.filter(({ title }) => !named.has(title))
  return (
    <Stack gap="sm">
      {others.map(({ title, description, failure }) => (
        <Alert key={title + description} color="yellow" title={title}>
          {problemText(description, failure)}
        </Alert>
      ))}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Lines title={t`Sources`} lines={sources} />
        <Lines title={t`Rules`} lines={steps} />
      </SimpleGrid>
    </Stack>
  )
}

function useSourceText() {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  return ({ description }: Line, source: NonNullable<Line['source']>): Said => {
    const { name, status, count, fromCache, failure } = source
    if (status === 'FAILED') {
      return { name, text: problemText(description, failure), isFailed: true }
    }
    if (status === 'SKIPPED') {
      const reason = i18n.locale === 'en' ? description : t`not asked for this title`
      return { name, text: reason }
    }
    const answer = t`${plural(count, { one: '# stream', other: '# streams' })} in ${Math.round(source.tookMs)} ms`
    if (fromCache === null) return { name, text: answer }
    const age = fromCache === 'STALE' ? t`from an older answer` : t`remembered`
    return { name, text: `${answer}, ${age}` }
  }
}

function useStepText() {
  const { t } = useLingui()
  const { nameOf } = useNames()
  const titles = useStepNames()
  return ({ step, before, after, rules }: NonNullable<Line['step']>): Said => {
    const counts = new Map<string, number>()
    for (const { path, count } of rules) {
      const name = nameOf(path.split('.')[1] ?? path)
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
    const leftOut = t`${plural(before - after, { one: '# left out', other: '# left out' })}`
    const reasons = [...counts].map(([name, count]) => `${count} × ${name}`)
    const text = [leftOut, ...(reasons.length > 0 ? [reasons.join(', ')] : [])].join(': ')
    return { name: titles[step], text }
  }
}

type Said = { readonly name: string; readonly text: string; readonly isFailed?: boolean }
type Texts = { title: string; lines: readonly Said[] }

function Lines({ title, lines }: Texts) {
  const { t } = useLingui()
  if (lines.length === 0) return null
  return (
    <section>
      <Title order={2} size="h5">
        {title}
      </Title>
      <List size="sm">
        {lines.map(({ name, text, isFailed }, index) => (
          <List.Item key={index}>
            {isFailed && (
              <span role="img" aria-label={t`failed`}>
                ⚠{' '}
              </span>
            )}
            <Text span fw={600} size="sm">
              {name}
            </Text>{' '}
            {text}
          </List.Item>
        ))}
      </List>
    </section>
  )
}
