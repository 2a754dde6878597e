import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { rootPath } from '../data/address.ts'
import { opened } from '../data/opened.ts'
import { session } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { PageTitle } from '../parts/page-title.tsx'
import { OperatorLink } from '../parts/operator-link.tsx'
import { SignInPage } from '../parts/lazy-parts.ts'

export function HomePage() {
  const { state } = useStore(session)
  const known = useStore(opened)
  if (state === 'open') return <Navigate to="/dashboard" replace />
  return known.length > 0 ? <SignInPage /> : <Welcome />
}

function Welcome() {
  const { t } = useLingui()
  return (
    <Stack className="narrow" gap="lg" py="xl">
      <PageTitle title={t`Welcome`}>
        {t`This service gathers streams from the sources that you choose, sorts them, and plays them in Stremio, on televisions and in your own programs.`}
      </PageTitle>
      <Card withBorder padding="lg">
        <Stack align="start">
          <Title order={2} size="h4">{t`New here?`}</Title>
          <Text>{t`Four short steps lead to the first film: a name and a password, a source, a test, and your player.`}</Text>
          <Button size="md" component={Link} to="/start">
            {t`Set it up`}
          </Button>
        </Stack>
      </Card>
      <Card withBorder padding="lg">
        <Stack align="start">
          <Title order={2} size="h4">{t`You have a configuration?`}</Title>
          <Button size="md" variant="default" component={Link} to="/dashboard">
            {t`Sign in`}
          </Button>
        </Stack>
      </Card>
      <Group gap="lg">
        <a href={`${rootPath}/docs`}>{t`API documentation`}</a>
        <a href={`${rootPath}/graphql`}>GraphiQL</a>
        <OperatorLink />
      </Group>
    </Stack>
  )
}
