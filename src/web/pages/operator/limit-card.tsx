import { useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import type { Instance } from '../../data/operator.ts'
import { Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

/** How often each limit refused. */
export function LimitCard({ limits }: { limits: Instance['limits'] }) {
  const { t } = useLingui()
  const { number, length } = useForms()
  const names: Readonly<Record<string, string>> = {
    user: t`Configurations`,
    search: t`Searches`,
    preview: t`Rule previews`,
    anime: t`Anime look-ups`,
    graphql: 'GraphQL',
    'sign-in': t`Wrong passwords, per configuration`,
    'sign-in-address': t`Wrong passwords, per address`,
    'profile-sign-in': t`Wrong PINs of users`,
    'operator-sign-in': t`Sign-ins as operator`,
    'remote-control': t`Remote control`,
    'quick-connect': 'Quick Connect',
    'quick-connect-code': t`Wrong codes of Quick Connect`,
  }
  const allowed = ({ points, windowMs }: Instance['limits'][number]) =>
    points === null || windowMs === null ? t`any number` : `${number(points)} / ${length(windowMs)}`
  return (
    <Tile title={t`Limits`} hint={t`Refused since this process was started.`}>
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ tabIndex: 0 }}>
        <Table verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Limit`}</Table.Th>
              <Table.Th ta="right">{t`Allowed`}</Table.Th>
              <Table.Th ta="right">{t`Refused`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {limits
              .toSorted((a, b) => b.refused - a.refused)
              .map((one) => (
                <Table.Tr key={one.name}>
                  <Table.Td>{names[one.name] ?? one.name}</Table.Td>
                  <Table.Td ta="right">{allowed(one)}</Table.Td>
                  <Table.Td ta="right" fw={one.refused > 0 ? 700 : undefined}>
                    {number(one.refused)}
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Tile>
  )
}
