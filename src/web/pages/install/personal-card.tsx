import { useLingui } from '@lingui/react/macro'
import { Card, Stack, Text, Title } from '@mantine/core'
import { useHousehold } from '../../data/household.ts'
import { useReach } from '../../parts/use-reach.ts'
import { ManifestAddress } from './manifest-address.tsx'
import { StremioLimits } from './stremio-limits.tsx'

export function PersonalCard() {
  const { t } = useLingui()
  const reach = useReach()
  const own = Array.from(useHousehold().users.values()).flatMap(({ user, personalManifestUrl }) =>
    personalManifestUrl === null ? [] : [{ ...user, code: personalManifestUrl.split('/').at(-2)! }],
  )
  if (own.length === 0 || !reach) return null
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`Stremio for one user alone`}</Title>
        <Text>{t`Each of these addons keeps to the limits and the history of its user, and opens nothing else.`}</Text>
        <StremioLimits {...reach} />
        {own.map(({ id, name, code }) => (
          <ManifestAddress
            key={id}
            manifest={`${reach.address}/stremio/p/${code}/manifest.json`}
            of={name}
            label={t`Address of the addon of ${name}`}
            hint={t`Give it to ${name} alone. It ends when you renew the address of ${name}.`}
            picture={t`The address of the addon of ${name} as a QR code`}
          />
        ))}
      </Stack>
    </Card>
  )
}
