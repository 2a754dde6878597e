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
import { TitleFields, usualTitle } from './title-fields.tsx'

export function SampleSearch() {
  const { t } = useLingui()
  const [title, setTitle] = useState(usualTitle)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => (await request(SampleSearchDocument, title)).search,
  })
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <TitleFields title={title} change={setTitle}>
          <Button type="submit" loading={isPending}>
            {t`Search`}
          </Button>
        </TitleFields>
      </form>
      {error && <FailureNotice error={error} />}
      {data && (
        <Stack aria-live="polite">
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
