import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../data/request.ts'
import { SampleSearchDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { SearchSteps } from './search-steps.tsx'
import { StreamList } from './stream-list.tsx'
import { TitleFields } from './title-fields.tsx'
import { usualTitle } from './usual-title.ts'
import type { Title } from './usual-title.ts'
import { useTitleName } from './use-title-name.ts'

export function SampleSearch() {
  const { t } = useLingui()
  const [title, setTitle] = useState(usualTitle)
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: async (asked: Title) => (await request(SampleSearchDocument, asked)).search,
  })
  const name = useTitleName(data && variables)
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate(title)
        }}
      >
        <TitleFields title={title} change={setTitle}>
          <Button type="submit" loading={isPending} disabled={title.id === ''}>
            {t`Search`}
          </Button>
        </TitleFields>
      </form>
      {error && <FailureNotice error={error} />}
      {data && (
        <Stack aria-live="polite">
          <Text fw={600}>{name}</Text>
          <Text>
            {t`${plural(data.results.length, { one: '# stream', other: '# streams' })} in ${Math.round(data.tookMs)} ms`}
          </Text>
          <SearchSteps search={data} />
          <StreamList results={data.results} />
        </Stack>
      )}
    </Stack>
  )
}
