import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { rootPath, serviceAddress } from '../../data/address.ts'
import { useConfiguration } from '../../data/configuration.ts'
import { useReach } from '../../parts/use-reach.ts'
import { CopyField } from '../../parts/copy-field.tsx'

export function ProgramCard() {
  const { t } = useLingui()
  const { uuid } = useConfiguration()
  const address = useReach()?.address ?? serviceAddress
  const user = `-u '${uuid}:<password>'`
  const rest = `curl ${user} '${address}/api/v1/search?type=movie&id=tt0063350'`
  const query = '{ search(type: "movie", id: "tt0063350") { results { filename size } } }'
  const graphql = `curl ${user} ${address}/graphql -H 'content-type: application/json' -d '${JSON.stringify({ query })}'`
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">{t`Your own programs`}</Title>
        <Text>{t`Commands that work as they are, once your password stands in them.`}</Text>
        <CopyField label="REST" value={rest} />
        <CopyField label="GraphQL" value={graphql} />
        <Group gap="lg">
          <a href={`${rootPath}/docs`}>{t`API documentation`}</a>
          <a href={`${rootPath}/graphql`}>GraphiQL</a>
        </Group>
      </Stack>
    </Card>
  )
}
