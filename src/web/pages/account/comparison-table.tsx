import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { Configuration } from '../../data/configuration.ts'
import { differences } from '../../data/differences.ts'

export type ComparisonProps = {
  readonly before: Configuration
  readonly after: Configuration
  readonly isSaving: boolean
  readonly save: () => void
  readonly action?: string
}

export function ComparisonTable({ before, after, isSaving, save, action }: ComparisonProps) {
  const { t } = useLingui()
  const found = differences(before, after)
  if (found.length === 0) return <Text>{t`This is what is saved already.`}</Text>
  return (
    <Stack>
      <Text>
        <Plural value={found.length} one="# difference:" other="# differences:" />
      </Text>
      <ScrollArea.Autosize mah="24rem" viewportProps={{ tabIndex: 0 }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Where`}</Table.Th>
              <Table.Th>{t`Before`}</Table.Th>
              <Table.Th>{t`After`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((one) => (
              <Table.Tr key={one.path}>
                <Table.Td>
                  <Code>{one.path}</Code>
                </Table.Td>
                <Table.Td>{one.before ?? '–'}</Table.Td>
                <Table.Td>{one.after ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group>
        <Button loading={isSaving} onClick={save}>
          {action ?? t`Replace the configuration`}
        </Button>
      </Group>
    </Stack>
  )
}
