import { useLingui } from '@lingui/react/macro'
import { Alert, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useConfiguration } from '../../data/configuration.ts'
import { useMediaServerIsOn } from '../../data/household.ts'
import { useReach } from '../../parts/use-reach.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { AliasFields, useAliases } from '../../parts/alias-fields.tsx'
import { ForDevices } from '../../parts/for-devices.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Apps } from './apps.tsx'
import { ManifestAddress } from './manifest-address.tsx'
import { StremioLimits } from './stremio-limits.tsx'

export function StremioCard() {
  const { t } = useLingui()
  const { manifestUrl } = useConfiguration().addresses
  const reach = useReach()
  const isWaiting = useAliases().isPending
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          Stremio
        </Title>
        {reach && !isWaiting ? (
          <ManifestAddress
            manifest={reach.address + reach.pathOf(manifestUrl)}
            label={t`Address of the manifest`}
            hint={t`Whoever has it can search with your configuration. A new password makes it worthless.`}
            picture={t`The address of the manifest as a QR code`}
            others={
              <AliasFields>
                {({ name, addresses }) =>
                  addresses && (
                    <CopyField
                      key={name}
                      label={t`Address of the manifest by the alias ${name}`}
                      hint={t`Short enough to type. Whoever guesses the alias can search with your configuration.`}
                      value={reach.address + reach.pathOf(addresses.manifestUrl)}
                    />
                  )
                }
              </AliasFields>
            }
          >
            <StremioLimits {...reach} />
          </ManifestAddress>
        ) : (
          <Skeleton h={{ base: '37rem', sm: '16rem' }} />
        )}
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
            <ForDevices>
              {({ address }) => (
                <Group align="start" gap="lg">
                  <Stack flex="1 1 16rem">
                    <CopyField label={t`Server`} value={address} />
                    <CopyField label={t`User name`} value={uuid} />
                    <AliasFields>
                      {({ name }) => (
                        <CopyField key={name} label={t`Shorter user name`} value={name} />
                      )}
                    </AliasFields>
                    <Text
                      size="sm"
                      c="dimmed"
                    >{t`The password is that of this configuration.`}</Text>
                  </Stack>
                  <QrCode text={address} label={t`The address of the server as a QR code`} />
                </Group>
              )}
            </ForDevices>
            <Apps />
          </>
        )}
      </Stack>
    </Card>
  )
}
