import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useConfiguration } from '../../data/configuration.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { OneByOne } from '../../parts/once-idle.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { BrowserCard } from './browser-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { NameCard } from './name-card.tsx'
import { ParentCard } from './parent-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ServerPasswordCard } from './server-password-card.tsx'
import { TransferCard } from './transfer-card.tsx'

export function AccountPage() {
  const { t } = useLingui()
  const { uuid } = useConfiguration()
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Configuration`} />
      <CopyField
        label={t`UUID`}
        hint={t`With the password it signs you in anywhere. Nobody can recover it.`}
        value={uuid}
      />
      <NameCard />
      <ParentCard />
      <ServerPasswordCard />
      <OneByOne>
        <TransferCard />
        <BrowserCard />
        <PasswordCard />
        <DeleteCard />
      </OneByOne>
    </Stack>
  )
}
