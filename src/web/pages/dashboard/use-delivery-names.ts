import { useLingui } from '@lingui/react/macro'
import type { Delivery } from '../../documents.ts'

/** How a play is carried, in words. */
export function useDeliveryNames(): Readonly<Record<Delivery, string>> {
  const { t } = useLingui()
  return { REDIRECT: t`Directly from its server`, PROXIED: t`Through this service` }
}
