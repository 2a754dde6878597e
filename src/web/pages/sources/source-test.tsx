import { Plural, useLingui } from '@lingui/react/macro'
import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SourceEntry } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { TestSourceDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { TitleFields, usualTitle } from '../search/title-fields.tsx'
import type { Title } from '../search/title-fields.tsx'
import { useTitleName } from '../search/use-title-name.ts'

/** What this source alone answers for a title, and how long it takes. */
export function SourceTest({ source: { url, timeout } }: { source: SourceEntry }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [title, setTitle] = useState(usualTitle)
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: async (asked: Title) =>
      (await request(TestSourceDocument, { url, timeout: timeout ?? null, ...asked })).testSource,
  })
  const name = useTitleName(data && variables)
  return (
    <Stack gap="sm">
      <TitleFields title={title} change={setTitle}>
        <Button variant="light" loading={isPending} onClick={() => mutate(title)}>
          {t`Test now`}
        </Button>
      </TitleFields>
      <div aria-live="polite">
        {error && <FailureNotice error={error} />}
        {data?.problem && <Alert color="yellow">{problemText(data.problem, data.failure)}</Alert>}
        {data && !data.problem && (
          <Text size="sm">
            {name} · <Plural value={data.count} one="# stream" other="# streams" /> ·{' '}
            {t`${data.tookMs} ms`}
          </Text>
        )}
        {data && data.samples.length > 0 && (
          <List size="sm" mt="xs">
            {data.samples.map((one, index) => (
              <List.Item key={index}>{one.filename ?? `${one.name} ${one.description}`}</List.Item>
            ))}
          </List>
        )}
      </div>
    </Stack>
  )
}
