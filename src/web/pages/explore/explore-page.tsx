import { useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { rootPath } from '../../data/address.ts'
import { useInstance } from '../../data/configuration.ts'
import { OperatorLink } from '../../parts/operator-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'

export function ExplorePage() {
  const { t } = useLingui()
  const isOpen = useInstance()?.anyDocument ?? true
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Explore`}>
        {t`Every operation of this service, to read and to run. Both pages use the session of this browser.`}
      </PageTitle>
      <Card withBorder padding="lg">
        <Stack align="start">
          <Title order={2} size="h4">
            GraphQL
          </Title>
          <Text>{t`Every query and every change, with its documentation and completion while you type.`}</Text>
          {isOpen ? (
            <Button component="a" href={`${rootPath}/graphql`}>
              {t`Open GraphiQL`}
            </Button>
          ) : (
            <Alert color="yellow">
              {t`GraphiQL is off: this service answers known documents alone.`}
            </Alert>
          )}
        </Stack>
      </Card>
      <Card withBorder padding="lg">
        <Stack align="start">
          <Title order={2} size="h4">
            REST
          </Title>
          <Text>{t`Every path of REST, to read and to try, with the commands for a terminal.`}</Text>
          <Button component="a" href={`${rootPath}/docs`}>
            {t`Open Swagger`}
          </Button>
        </Stack>
      </Card>
      <Card withBorder padding="lg">
        <Stack align="start">
          <Title order={2} size="h4">{t`For programs`}</Title>
          <Anchor href={`${rootPath}/api/v1/openapi.json`}>OpenAPI (/api/v1)</Anchor>
          <Anchor href={`${rootPath}/rest/openapi.json`}>OpenAPI (/rest)</Anchor>
        </Stack>
      </Card>
      <OperatorLink />
    </Stack>
  )
}
