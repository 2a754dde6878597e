import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { memo } from 'react'
import { useConfiguration } from '../../data/configuration.ts'
import { AliasFields } from '../../parts/alias-fields.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { ForDevices } from '../../parts/for-devices.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

export const AddressCard = memo(() => {
  const { t } = useLingui()
  const { uuid, addresses } = useConfiguration()
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Address for apps`}</Title>
        <ForDevices>
          {({ address, at }) => (
            <>
              <Group align="start" gap="lg">
                <Stack flex="1 1 16rem">
                  <CopyField label={t`Server`} value={address} />
                  <CopyField label={t`User name of the first user`} value={uuid} />
                  <AliasFields>
                    {({ name }) => (
                      <CopyField key={name} label={t`Shorter user name`} value={name} />
                    )}
                  </AliasFields>
                  <CopyField label={t`User name of another user`} value={`${uuid}/`} />
                  <Text size="sm" c="dimmed">
                    {t`For another user, put their name behind the slash. Each signs in with their own password, or with that of this configuration where they have none.`}
                  </Text>
                </Stack>
                <QrCode text={address} label={t`The address of the server as a QR code`} />
              </Group>
              <Group align="start" gap="lg">
                <Stack flex="1 1 16rem">
                  <CopyField
                    label={t`Server of this household alone`}
                    hint={t`Apps list your users there, so nobody types a user name. A PIN of six digits or more is enough to sign in, unless the operator of the service has turned that off.`}
                    value={at(addresses.mediaServerUrl)}
                  />
                  <Text size="sm" c="dimmed">
                    {t`Who knows this address may try PINs. It ends when you change the password.`}
                  </Text>
                  <AliasFields>
                    {({ name, addresses: open }) =>
                      open && (
                        <CopyField
                          key={name}
                          label={t`Server of this household by the alias ${name}`}
                          hint={t`Short enough to type. Whoever guesses the alias sees your users and may try PINs.`}
                          value={at(open.mediaServerUrl)}
                        />
                      )
                    }
                  </AliasFields>
                </Stack>
                <QrCode
                  text={at(addresses.mediaServerUrl)}
                  label={t`The address of this household as a QR code`}
                />
              </Group>
            </>
          )}
        </ForDevices>
      </Stack>
    </Card>
  )
})
