import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useInstance } from '../../data/configuration.ts'
import type { SourceEntry } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { PreviewSourceDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { SourcePreview } from './source-preview.tsx'

type Props = {
  readonly isAdding: boolean
  readonly add: (source: SourceEntry) => void
}

/** An address is pasted, its source shown, and then added. */
export function AddSource({ isAdding, add }: Props) {
  const { t } = useLingui()
  const demo = useInstance()?.demoSource ?? null
  const [url, setUrl] = useState('')
  const preview = useMutation({
    mutationFn: async (asked: string) =>
      (await request(PreviewSourceDocument, { url: asked })).sourcePreview,
  })
  const addNamed = (name: string | null): void => {
    add({ type: 'stremio', url: url.trim(), ...(name !== null && { name }) })
    setUrl('')
    preview.reset()
  }
  return (
    <Card withBorder>
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            preview.mutate(url.trim())
          }}
        >
          <Group align="end">
            <TextInput
              flex="1 1 14rem"
              label={t`Address of a source`}
              description={t`The address of an addon's manifest, as its page gives it.`}
              placeholder="https://addon.example/manifest.json"
              required
              inputMode="url"
              autoComplete="off"
              value={url}
              onChange={(event) => {
                setUrl(event.currentTarget.value)
                preview.reset()
              }}
            />
            <Button type="submit" variant="light" loading={preview.isPending}>
              {t`Look at it`}
            </Button>
          </Group>
        </form>
        {demo && !preview.data && (
          <Group>
            <Text size="sm">{t`No address at hand?`}</Text>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setUrl(demo)
                preview.mutate(demo)
              }}
            >
              {t`Take the demo`}
            </Button>
          </Group>
        )}
        {preview.error && <FailureNotice error={preview.error} />}
        {preview.data && (
          <SourcePreview preview={preview.data} isAdding={isAdding} add={addNamed} />
        )}
      </Stack>
    </Card>
  )
}
