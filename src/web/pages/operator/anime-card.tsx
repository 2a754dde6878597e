import { useLingui } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { useOperator } from '../../data/operator.ts'
import { OperatorAnimeListsDocument } from '../../documents.ts'
import type { OperatorAnimeListsQuery } from '../../documents.ts'
import { Figure, Figures, Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

const shownFields = 5

/** The lists of anime identifiers, and where they disagree. */
export function AnimeCard() {
  const { t } = useLingui()
  const asked = useOperator('anime-lists', OperatorAnimeListsDocument)
  return (
    <Tile title={t`Anime lists`} asked={asked}>
      {({ animeLists }) => <Lists {...animeLists} />}
    </Tile>
  )
}

type Lists = OperatorAnimeListsQuery['operator']['animeLists']

function Lists({ loaded, entries, refreshedAt, lists, conflicts }: Lists) {
  const { t, i18n } = useLingui()
  const { number, time } = useForms()
  const failed = t`It could not be read the last time; an earlier copy stands in if there is one.`
  const all = conflicts.reduce((sum, { count }) => sum + count, 0)
  const fields = conflicts
    .slice(0, shownFields)
    .map(({ field, count }) => `${field} ${number(count)}`)
    .join(', ')
  return (
    <>
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
        <div className="scrolled" tabIndex={0} role="region" aria-label={t`Anime lists`}>
          <table className="table">
            <thead>
              <tr>
                <th>{t`List`}</th>
                <th className="number">{t`Records`}</th>
              </tr>
            </thead>
            <tbody>
              {lists.map(({ name, address, records, warning }) => (
                <tr key={name}>
                  <td>
                    {name}
                    <Text size="xs" c="dimmed">
                      {address}
                    </Text>
                    {warning && <Text size="sm">⚠ {i18n.locale === 'en' ? warning : failed}</Text>}
                  </td>
                  <td className="number">{number(records)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
