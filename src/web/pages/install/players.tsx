import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Alert, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { serviceAddress } from '../../data/address.ts'
import { useConfiguration } from '../../data/configuration.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

const stremioWeb = 'https://web.stremio.com/#/addons?addon='

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
        <Group align="start" gap="lg">
          <Stack flex="1 1 16rem">
            <Group>
              <Button component="a" href={manifest.replace(/^https?:/, 'stremio:')}>
                {t`Install in Stremio`}
              </Button>
              <Button
                component="a"
                variant="default"
                target="_blank"
                rel="noreferrer"
                href={stremioWeb + encodeURIComponent(manifest)}
              >
                {t`In Stremio on the web`}
              </Button>
            </Group>
            {!isSecure && (
              <Alert color="yellow">
                {t`Stremio takes addresses that begin with https, and http only from the same machine.`}
              </Alert>
            )}
            <CopyField
              label={t`Address of the manifest`}
              hint={t`Whoever has it can search with your configuration. A new password makes it worthless.`}
              value={manifest}
            />
          </Stack>
          <QrCode text={manifest} label={t`The address of the manifest as a QR code`} />
        </Group>
      </Stack>
    </Card>
  )
}

export function TelevisionCard() {
  const { t } = useLingui()
  const { uuid, userData } = useConfiguration()
  const { enabled = true } = (userData['mediaServer'] ?? {}) as { enabled?: boolean }
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`Televisions, phones and computers`}</Title>
        {enabled ? (
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
        ) : (
          <Alert color="yellow">{t`The media server is switched off in this configuration.`}</Alert>
        )}
      </Stack>
    </Card>
  )
}

function Apps() {
  const { t } = useLingui()
  const apps = [
    { name: 'Android TV, Fire TV', app: 'Jellyfin for Android TV' },
    { name: 'Apple TV, iPhone, iPad', app: 'Swiftfin' },
    { name: 'Android', app: 'Jellyfin, Findroid' },
    { name: 'webOS (LG), Tizen (Samsung)', app: 'Jellyfin' },
    { name: 'Windows, macOS, Linux', app: 'Jellyfin Media Player' },
    { name: 'Kodi', app: 'JellyCon' },
  ]
  return (
    <Accordion variant="contained">
      {apps.map(({ name, app }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{name}</Accordion.Control>
          <Accordion.Panel>
            <List type="ordered">
              <List.Item>
                <Trans>Install {app} from the store of the device.</Trans>
              </List.Item>
              <List.Item>{t`Add the server above; type its address as it stands there.`}</List.Item>
              <List.Item>{t`Sign in with the user name and the password, or with Quick Connect from a device that is signed in.`}</List.Item>
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}
