import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SourceEntry } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { TestSourceDocument } from '../../documents.ts'
import type { TestSourceQuery } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useAreaNames } from '../../parts/use-area-names.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { TitleFields } from '../search/title-fields.tsx'
import { usualTitle } from '../search/usual-title.ts'
import type { Title } from '../search/usual-title.ts'
import { useTitleName } from '../search/use-title-name.ts'

type Answer = TestSourceQuery['testSource']

/** What this source alone answers for a title, and how long it takes. */
export function SourceTest({ source: { url, timeout, resources } }: { source: SourceEntry }) {
  const { t } = useLingui()
  const [title, setTitle] = useState(usualTitle)
  const { mutate, data, variables, error, isPending } = useMutation({
    async mutationFn(asked: Title) {
      const given = { url, timeout: timeout ?? null, resources: resources ?? null }
      return (await request(TestSourceDocument, { ...given, ...asked })).testSource
    },
  })
  const name = useTitleName(data && variables)
  return (
    <Stack gap="sm">
      <TitleFields title={title} change={setTitle}>
        <Button
          variant="light"
          loading={isPending}
          disabled={title.id === ''}
          onClick={() => mutate(title)}
        >
          {t`Test now`}
        </Button>
      </TitleFields>
      <div aria-live="polite">
        {error && <FailureNotice error={error} />}
        {data && <Outcome answer={data} title={name} />}
      </div>
    </Stack>
  )
}

function Outcome({ answer, title }: { answer: Answer; title: string }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const names = useAreaNames()
  const countOf = useCounts()
  const { area, catalog, problem, samples } = answer
  const asked = area && (catalog === null ? names[area] : `${names[area]}: ${catalog}`)
  if (problem !== null) {
    return (
      <Alert color="yellow" title={asked}>
        {problemText(problem, answer.failure)}
      </Alert>
    )
  }
  if (area === null) {
    return (
      <Alert color="yellow">{t`It answers, but offers nothing that this test can ask for.`}</Alert>
    )
  }
  const line = [catalog ?? title, countOf(area, answer.count), t`${answer.tookMs} ms`]
  return (
    <>
      <Text size="sm">{line.join(' · ')}</Text>
      <Text size="xs" c="dimmed">
        {t`Asked for: ${names[area]}`}
      </Text>
      {samples.length > 0 && (
        <List size="sm" mt="xs">
          {samples.map((one, index) => (
            <List.Item key={index}>{one.filename ?? `${one.name} ${one.description}`}</List.Item>
          ))}
        </List>
      )}
    </>
  )
}

function useCounts(): (area: NonNullable<Answer['area']>, count: number) => string {
  const { t } = useLingui()
  return (area, count) => {
    if (area === 'STREAMS') return t`${plural(count, { one: '# stream', other: '# streams' })}`
    return area === 'SUBTITLES'
      ? t`${plural(count, { one: '# subtitle', other: '# subtitles' })}`
      : t`${plural(count, { one: '# title', other: '# titles' })}`
  }
}
