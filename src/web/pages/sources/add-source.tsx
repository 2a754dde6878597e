import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfiguration, useSaveConfiguration } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { PreviewSourceDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { SourcePreview } from './source-preview.tsx'

/** An address is pasted, its source shown, and then added. */
export function AddSource() {
  const { t } = useLingui()
  const [url, setUrl] = useState('')
  const { userData, etag } = useConfiguration()
  const preview = useMutation({
    mutationFn: async (asked: string) =>
      (await request(PreviewSourceDocument, { url: asked })).sourcePreview,
  })
  const saving = useSaveConfiguration()
  const add = (name: string | null): void => {
    const entry = { type: 'stremio', url: url.trim(), ...(name !== null && { name }) } as const
    const config = { ...userData, sources: [...(userData.sources ?? []), entry] }
    saving.mutate(
      { config, etag },
      {
        onSuccess() {
          setUrl('')
          preview.reset()
        },
      },
    )
  }
  return (
    <Card withBorder>
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            saving.reset()
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
        {preview.error && <FailureNotice error={preview.error} />}
        {saving.error && <FailureNotice error={saving.error} />}
        {preview.data && (
          <SourcePreview preview={preview.data} isAdding={saving.isPending} add={add} />
        )}
      </Stack>
    </Card>
  )
}
