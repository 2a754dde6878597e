import { useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import type { Health } from './source-health.ts'

/** The bars of a source in figures. */
export function HealthTable({ health }: { health: Health | undefined }) {
  const { t, i18n } = useLingui()
  if (!health) return null
  const head = [t`Day`, t`Asked`, t`Failed`, t`Half within`]
  const lines = health.buckets.map(({ from, asked, failed, p50 }) => [
    // The form of Swedish dates is that of ISO.
    new Date(from).toLocaleDateString('sv'),
    asked,
    failed,
    p50 ?? '',
  ])
  return (
    <div>
      <CopyCsv lines={[head, ...lines]} />
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ tabIndex: 0 }}>
        <Table captionSide="top" verticalSpacing={4} style={{ whiteSpace: 'nowrap' }}>
          <Table.Caption ta="start">{t`Its answers this week`}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {head.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {health.buckets.map(({ from, asked, failed, p50 }) => (
              <Table.Tr key={from}>
                <Table.Th scope="row">
                  {i18n.date(from, { weekday: 'short', day: 'numeric', month: 'short' })}
                </Table.Th>
                <Table.Td>{asked}</Table.Td>
                <Table.Td>{failed}</Table.Td>
                <Table.Td>{p50 === null ? '–' : t`${p50} ms`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  )
}
