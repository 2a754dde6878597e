import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { OneByOne } from '../../parts/once-idle.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { PersonalCard } from './personal-card.tsx'
import { RecordCard } from './record-card.tsx'
import { StremioCard, TelevisionCard } from './players.tsx'
import { ProgramCard } from './program-card.tsx'
import { TokenCard } from './token-card.tsx'
import { WebAppCard } from './web-app-card.tsx'

export function InstallPage() {
  const { t } = useLingui()
  return (
    <Stack className="page" gap="lg">
      <PageTitle
        title={t`Install`}
      >{t`Watch on what you have: all of it at once, if you like.`}</PageTitle>
      <ParentNotice />
      <WebAppCard />
      <StremioCard />
      <OneByOne>
        <RecordCard />
        <PersonalCard />
        <TelevisionCard />
        <ProgramCard />
        <TokenCard />
        <Text size="sm">
          <Trans>
            To change the password, or to delete all of this, go to the page{' '}
            <Link to="/account">Configuration</Link>.
          </Trans>
        </Text>
      </OneByOne>
    </Stack>
  )
}
