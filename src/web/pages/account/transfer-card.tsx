import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfiguration, useInherited, useSaveConfiguration } from '../../data/configuration.ts'
import type { Configuration } from '../../data/configuration.ts'
import { isSame } from '../../data/differences.ts'
import { ChooseFile } from '../../parts/choose-file.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Warnings } from '../../parts/warnings.tsx'
import { Comparison } from './comparison.tsx'
import { withoutMissing } from './missing-secrets.ts'
import { MissingSecrets } from './missing-secrets-notice.tsx'
import { forSearch, readConfiguration, textOf, toBase64, withSourceIds } from './transfer.ts'

/** Takes the configuration out and in again, as JSON or as the header of a search. */
export function TransferCard() {
  const { t } = useLingui()
  const { uuid, userData, sourceIds } = useConfiguration()
  const exported = withSourceIds(userData, sourceIds)
  const json = JSON.stringify(exported, null, 2)
  const file = `data:application/json;charset=utf-8,${encodeURIComponent(json)}`
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`Export and import`}</Title>
        <Text>{t`The export holds the addresses of your sources with their keys: keep it to yourself. PINs and passwords of users are not in it.`}</Text>
        <Group>
          <Button component="a" variant="light" href={file} download={`configuration-${uuid}.json`}>
            {t`Export as JSON`}
          </Button>
        </Group>
        <CopyField
          label={t`For the header x-service-user-data`}
          hint={t`Searches with this configuration without signing in.`}
          value={toBase64(forSearch(exported))}
        />
        <Import exported={exported} />
      </Stack>
    </Card>
  )
}

function Import({ exported }: { readonly exported: Configuration }) {
  const { t } = useLingui()
  const { userData } = useConfiguration()
  const inherited = useInherited()
  const [text, setText] = useState('')
  const [isAccepted, setAccepted] = useState(false)
  const { mutate, isPending, error, data, reset } = useSaveConfiguration()
  const written = text.trim() === '' ? null : readConfiguration(text)
  const read = written && isSame(written, exported) ? userData : written
  const found = read && withoutMissing(read, inherited ?? userData)
  const choosing = useMutation({ mutationFn: textOf, onSuccess: setText })
  const clear = () => {
    reset()
    choosing.reset()
    setAccepted(false)
    setText('')
  }
  const failure = choosing.error ?? error
  return (
    <Stack>
      <Textarea
        label={t`Import: paste JSON or base64`}
        rows={3}
        resize="vertical"
        classNames={{ input: 'secret growing' }}
        value={text}
        onChange={(event) => {
          clear()
          setText(event.currentTarget.value)
        }}
      />
      <Group>
        <ChooseFile
          label={t`Choose a file`}
          accept="application/json,.json"
          choose={(file) => {
            clear()
            choosing.mutate(file)
          }}
        />
      </Group>
      {text.trim() !== '' && read === null && (
        <Alert color="yellow">{t`This is neither a JSON object nor base64 of one.`}</Alert>
      )}
      {data && <Alert color="teal">{t`Saved.`}</Alert>}
      <Warnings warnings={data?.warnings} />
      {found && !data && found.missing.length > 0 && (
        <MissingSecrets missing={found.missing} isAccepted={isAccepted} accept={setAccepted} />
      )}
      {found && !data && (
        <Comparison
          before={userData}
          after={found.usable}
          isSaving={isPending}
          isReady={found.missing.length === 0 || isAccepted}
          save={() =>
            mutate(
              { apply: () => found.usable, fits: (now) => isSame(now, userData) },
              { onSuccess: () => setText('') },
            )
          }
        />
      )}
      {failure && <FailureNotice error={failure} />}
    </Stack>
  )
}
