import { useLingui } from '@lingui/react/macro'
import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { rootPath } from '../../data/address.ts'
import { useInstance } from '../../data/configuration.ts'
import { useMediaServerIsOn, useOwnerName } from '../../data/household.ts'
import { signInWebApp } from '../../data/web-app.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { QuickConnectForm } from '../media-server/quick-connect-card.tsx'

/** A web client for media servers, where the operator has one. */
export function WebAppCard() {
  const { t } = useLingui()
  const instance = useInstance()
  const isOn = useMediaServerIsOn()
  if (!instance?.webApp || !isOn) return null
  const { url, served } = instance.webApp
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`In the browser`}</Title>
        {served ? <ServedApp name={instance.name} /> : <OtherApp url={url} />}
      </Stack>
    </Card>
  )
}

function ServedApp({ name }: { name: string }) {
  const { t } = useLingui()
  const owner = useOwnerName()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => signInWebApp(name),
    onSuccess: () => location.assign(`${rootPath}/web/`),
  })
  return (
    <Stack align="start">
      <Text>{t`A web client for this media server, signed in as ${owner}. It is listed among the signed-in devices, and can be signed out there.`}</Text>
      {error && <FailureNotice error={error} />}
      <Button loading={isPending} onClick={() => mutate()}>
        {t`Open it signed in`}
      </Button>
    </Stack>
  )
}

/** Another address keeps its own sign-ins, so this one answers with a code. */
function OtherApp({ url }: { url: string }) {
  const { t } = useLingui()
  return (
    <Stack>
      <Text>{t`The web client is at another address. Add this server there, choose Quick Connect, and type the six digits here.`}</Text>
      <Anchor href={url} target="_blank" rel="noreferrer">
        {t`Open it`}
      </Anchor>
      <QuickConnectForm />
    </Stack>
  )
}
