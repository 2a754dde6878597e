import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { serviceAddress } from '../../data/address.ts'
import { useConfiguration } from '../../data/configuration.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

export function AddressCard() {
  const { t } = useLingui()
  const { uuid, encryptedPassword } = useConfiguration()
  const own = `${serviceAddress}/media/${uuid}/${encryptedPassword}`
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Address for apps`}</Title>
        <Group align="start" gap="lg">
          <Stack flex="1 1 16rem">
            <CopyField label={t`Server`} value={serviceAddress} />
            <CopyField label={t`User name of the first user`} value={uuid} />
            <CopyField label={t`User name of another user`} value={`${uuid}/`} />
            <Text size="sm" c="dimmed">
              {t`For another user, put their name behind the slash. Each signs in with their own password, or with that of this configuration where they have none.`}
            </Text>
          </Stack>
          <QrCode text={serviceAddress} label={t`The address of the server as a QR code`} />
        </Group>
        <Group align="start" gap="lg">
          <Stack flex="1 1 16rem">
            <CopyField
              label={t`Server of this household alone`}
              hint={t`Apps list your users there, so nobody types a user name. A PIN of six digits or more is enough to sign in, unless the operator of the service has turned that off.`}
              value={own}
            />
            <Text size="sm" c="dimmed">
              {t`Who knows this address may try PINs. It ends when you change the password.`}
            </Text>
          </Stack>
          <QrCode text={own} label={t`The address of this household as a QR code`} />
        </Group>
      </Stack>
    </Card>
  )
}
