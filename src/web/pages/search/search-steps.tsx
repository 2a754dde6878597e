import { useLingui } from '@lingui/react/macro'
import { Alert, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { SampleSearchQuery } from '../../documents.ts'

type Search = SampleSearchQuery['search']

/** What each source gave, and what each step dropped. */
export function SearchSteps({ search: { errors, statistics } }: { search: Search }) {
  const { t } = useLingui()
  const sources = statistics.filter(({ source }) => source)
  const steps = statistics.filter(({ step }) => step)
  return (
    <Stack gap="sm">
      {errors.map(({ title, description }) => (
        <Alert key={title + description} color="yellow" title={title}>
          {description}
        </Alert>
      ))}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Lines title={t`Sources`} lines={sources} />
        <Lines title={t`Rules`} lines={steps} />
      </SimpleGrid>
    </Stack>
  )
}

function Lines({ title, lines }: { title: string; lines: Search['statistics'] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <Title order={2} size="h5">
        {title}
      </Title>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line.title + line.description}>
            <Text span fw={500} size="sm">
              {line.title}
            </Text>{' '}
            {line.description}
          </List.Item>
        ))}
      </List>
    </section>
  )
}
