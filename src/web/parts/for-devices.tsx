import { useLingui } from '@lingui/react/macro'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useReach } from './use-reach.ts'
import { ChoiceField } from './choice-field.tsx'

type Content = {
  /** Of the service, for other devices. */
  readonly address: string
  readonly at: (url: string) => string
}

/** Shows addresses as other devices need them, and says where they cannot reach them. */
export function ForDevices({ children }: { children: (content: Content) => ReactNode }) {
  const { t } = useLingui()
  const reach = useReach()
  const [chosen, setChosen] = useState<string | null>(null)
  if (!reach) return <Skeleton h={{ base: '37rem', sm: '17rem' }} />
  const { address: own, isLocal, network, pathOf } = reach
  const address = chosen ?? network[0] ?? own
  return (
    <Stack>
      {isLocal && network.length === 0 && (
        <Alert color="yellow">
          {t`A television or phone cannot reach ${own}: to every device, that means the device itself. Open this page at an address that they can reach, or let the operator of the service set it as BASE_URL.`}
        </Alert>
      )}
      {network.length > 0 && (
        <Text size="sm" c="dimmed">
          {t`Only this machine reaches the service at ${own}. Other devices of your network take the address that stands here.`}
        </Text>
      )}
      {network.length > 1 && (
        <ChoiceField
          label={t`Address in your network`}
          maw="24rem"
          data={network}
          value={address}
          onChange={setChosen}
        />
      )}
      {children({ address, at: (url) => address + pathOf(url) })}
    </Stack>
  )
}
