import { useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SampleSearchQuery } from '../../documents.ts'

const atOnce = 25

type Results = SampleSearchQuery['search']['results']

export function StreamList({ results }: { results: Results }) {
  const { t } = useLingui()
  const [shown, setShown] = useState(atOnce)
  return (
    <Stack gap="xs">
      {results.slice(0, shown).map(({ name, description }, index) => (
        <Card key={index} withBorder padding="xs">
          <Text size="sm" fw={600} style={{ whiteSpace: 'pre-line' }}>
            {name}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {description}
          </Text>
        </Card>
      ))}
      {results.length > shown && (
        <Button variant="light" onClick={() => setShown(shown + atOnce)}>
          {t`Show more`}
        </Button>
      )}
    </Stack>
  )
}
