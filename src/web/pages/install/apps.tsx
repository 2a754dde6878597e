import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StepPicture } from './step-picture.tsx'
import type { Device, Step } from './step-picture.tsx'

export function Apps() {
  const { t } = useLingui()
  const byCode = t`Choose Quick Connect: the app shows six digits.`
  const byPassword = t`Sign in with the user name above and the password of this configuration.`
  const apps = [
    {
      name: 'Android TV, Google TV',
      device: 'television',
      app: 'Jellyfin',
      store: 'Google Play',
      last: byCode,
    },
    {
      name: 'Fire TV',
      device: 'television',
      app: 'Jellyfin',
      store: 'Amazon Appstore',
      last: byCode,
    },
    { name: 'Apple TV', device: 'television', app: 'Swiftfin', store: 'App Store', last: byCode },
    {
      name: 'LG (webOS)',
      device: 'television',
      app: 'Jellyfin',
      store: 'LG Content Store',
      last: byCode,
    },
    {
      name: 'Roku',
      device: 'television',
      app: 'Jellyfin',
      store: 'Roku Channel Store',
      last: byCode,
    },
    { name: 'Kodi', device: 'television', app: 'JellyCon', store: 'Kodi', last: byPassword },
    { name: 'iPhone, iPad', device: 'phone', app: 'Swiftfin', store: 'App Store', last: byCode },
    { name: 'Android', device: 'phone', app: 'Jellyfin', store: 'Google Play', last: byCode },
    {
      name: 'Windows, macOS, Linux',
      device: 'computer',
      app: 'Jellyfin Desktop',
      store: 'jellyfin.org',
      last: byCode,
    },
  ] as const
  return (
    <Accordion variant="contained">
      {apps.map(({ name, device, app, store, last }) => (
        // Part of an id, which has no spaces.
        <Accordion.Item key={name} value={name.replaceAll(/\W+/g, '-')}>
          <Accordion.Control>{name}</Accordion.Control>
          <Accordion.Panel>
            <ol className="steps">
              <StepLine device={device} step="install">
                <Trans>
                  Install {app} from {store}.
                </Trans>
              </StepLine>
              <StepLine device={device} step="address">
                {t`Add a server; type the address as it stands above.`}
              </StepLine>
              <StepLine device={device} step={last === byCode ? 'code' : 'password'}>
                {last}{' '}
                {last === byCode && (
                  <Trans>
                    Type them on the page <Link to="/media-server">Media server</Link>.
                  </Trans>
                )}
              </StepLine>
            </ol>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

type StepProps = { readonly device: Device; readonly step: Step; readonly children: ReactNode }

function StepLine({ device, step, children }: StepProps) {
  return (
    <li>
      <StepPicture device={device} step={step} />
      <Text component="div">{children}</Text>
    </li>
  )
}
