import { useLingui } from '@lingui/react/macro'
import { Alert, Table, Text } from '@mantine/core'
import type { Instance } from '../../data/operator.ts'
import { Figure, Figures, Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

const shownFields = 5

/** The lists of anime identifiers, and where they disagree. */
export function AnimeCard({ lists: anime }: { lists: Instance['animeLists'] }) {
  const { t } = useLingui()
  const { number, time } = useForms()
  const { loaded, entries, refreshedAt, lists, conflicts } = anime
  const all = conflicts.reduce((sum, { count }) => sum + count, 0)
  const fields = conflicts
    .slice(0, shownFields)
    .map(({ field, count }) => `${field} ${number(count)}`)
    .join(', ')
  return (
    <Tile title={t`Anime lists`}>
      {!loaded && <Alert color="yellow">{t`No list is loaded yet.`}</Alert>}
      <Figures>
        <Figure name={t`Entries`}>{number(entries)}</Figure>
        <Figure name={t`Last refresh`}>{refreshedAt === null ? '–' : time(refreshedAt)}</Figure>
        <Figure name={t`Conflicts`}>{number(all)}</Figure>
      </Figures>
      {fields && (
        <Text size="sm" c="dimmed">
          {fields} · npm run anime:conflicts
        </Text>
      )}
      {lists.length > 0 && (
        <Table.ScrollContainer minWidth={0} scrollAreaProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={6} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`List`}</Table.Th>
                <Table.Th ta="right">{t`Records`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lists.map(({ name, address, records, warning }) => (
                <Table.Tr key={name}>
                  <Table.Td>
                    {name}
                    <Text size="xs" c="dimmed">
                      {address}
                    </Text>
                    {warning && <Text size="sm">⚠ {warning}</Text>}
                  </Table.Td>
                  <Table.Td ta="right">{number(records)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Tile>
  )
}
