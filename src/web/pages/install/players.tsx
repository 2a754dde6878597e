import { useLingui } from '@lingui/react/macro'
import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core'
import { serviceAddress } from '../../data/address.ts'
import { useConfiguration } from '../../data/configuration.ts'
import { useMediaServerIsOn } from '../../data/household.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Apps } from './apps.tsx'
import { ManifestAddress } from './manifest-address.tsx'

export function StremioCard() {
  const { t } = useLingui()
  const { uuid, encryptedPassword } = useConfiguration()
  const manifest = `${serviceAddress}/stremio/${uuid}/${encryptedPassword}/manifest.json`
  const isSecure = manifest.startsWith('https:')
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          Stremio
        </Title>
        <ManifestAddress
          manifest={manifest}
          label={t`Address of the manifest`}
          hint={t`Whoever has it can search with your configuration. A new password makes it worthless.`}
          picture={t`The address of the manifest as a QR code`}
        >
          {!isSecure && (
            <Alert color="yellow">
              {t`Stremio takes addresses that begin with https, and http only from the same machine.`}
            </Alert>
          )}
        </ManifestAddress>
      </Stack>
    </Card>
  )
}

export function TelevisionCard() {
  const { t } = useLingui()
  const { uuid } = useConfiguration()
  const isOff = useMediaServerIsOn() === false
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`Televisions, phones and computers`}</Title>
        {isOff ? (
          <Alert color="yellow">{t`The media server is switched off in this configuration.`}</Alert>
        ) : (
          <>
            <Text>{t`This service speaks the language of Jellyfin: any app for it can be used.`}</Text>
            <Group align="start" gap="lg">
              <Stack flex="1 1 16rem">
                <CopyField label={t`Server`} value={serviceAddress} />
                <CopyField label={t`User name`} value={uuid} />
                <Text size="sm" c="dimmed">{t`The password is that of this configuration.`}</Text>
              </Stack>
              <QrCode text={serviceAddress} label={t`The address of the server as a QR code`} />
            </Group>
            <Apps />
          </>
        )}
      </Stack>
    </Card>
  )
}
