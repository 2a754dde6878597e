import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, FileButton, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { useConfiguration, useSaveConfiguration } from '../../data/configuration.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Warnings } from '../../parts/warnings.tsx'
import { Comparison } from './comparison.tsx'
import { readConfiguration, toBase64 } from './transfer.ts'

/** Takes the configuration out and in again, as JSON or as the header of a search. */
export function TransferCard() {
  const { t } = useLingui()
  const { uuid, userData } = useConfiguration()
  const json = JSON.stringify(userData, null, 2)
  const file = `data:application/json;charset=utf-8,${encodeURIComponent(json)}`
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`Export and import`}</Title>
        <Text>{t`The export holds the addresses of your sources with their keys: keep it to yourself.`}</Text>
        <Group>
          <Button component="a" variant="light" href={file} download={`configuration-${uuid}.json`}>
            {t`Export as JSON`}
          </Button>
        </Group>
        <CopyField
          label={t`For the header x-service-user-data`}
          hint={t`Searches with this configuration without signing in.`}
          value={toBase64(userData)}
        />
        <Import />
      </Stack>
    </Card>
  )
}

function Import() {
  const { t } = useLingui()
  const { userData, etag } = useConfiguration()
  const [text, setText] = useState('')
  const { mutate, isPending, error, data, reset } = useSaveConfiguration()
  const read = text.trim() === '' ? null : readConfiguration(text)
  const change = (next: string) => {
    reset()
    setText(next)
  }
  return (
    <Stack>
      <Textarea
        label={t`Import: paste JSON or base64`}
        autosize
        minRows={3}
        maxRows={12}
        classNames={{ input: 'secret' }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group>
        <FileButton
          accept="application/json,.json"
          onChange={(chosen) => void chosen?.text().then(change)}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {t`Choose a file`}
            </Button>
          )}
        </FileButton>
      </Group>
      {text.trim() !== '' && read === null && (
        <Alert color="yellow">{t`This is neither a JSON object nor base64 of one.`}</Alert>
      )}
      {error && <FailureNotice error={error} />}
      {data && <Alert color="teal">{t`Saved.`}</Alert>}
      <Warnings warnings={data?.warnings} />
      {read && !data && (
        <Comparison
          before={userData}
          after={read}
          isSaving={isPending}
          save={() => mutate({ config: read, etag }, { onSuccess: () => setText('') })}
        />
      )}
    </Stack>
  )
}
