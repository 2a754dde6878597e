import { useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { Reach } from '../../parts/use-reach.ts'

/** Which devices cannot install an addon from the address of this service. */
export function StremioLimits({ address, isLocal }: Pick<Reach, 'address' | 'isLocal'>) {
  const { t } = useLingui()
  if (address.startsWith('https:')) return null
  return (
    <Alert color="yellow">
      {t`Stremio takes addresses that begin with https, and http only from the same machine.`}
      {isLocal && (
        <>
          {' '}
          {t`This one is for Stremio on this machine alone: a television or phone cannot reach it, not even with the code.`}
        </>
      )}
    </Alert>
  )
}
