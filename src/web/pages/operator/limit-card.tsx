import { useLingui } from '@lingui/react/macro'
import { useOperator } from '../../data/operator.ts'
import { OperatorLimitsDocument } from '../../documents.ts'
import type { OperatorLimitsQuery } from '../../documents.ts'
import { Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

type LimitsPart = OperatorLimitsQuery['operator']

/** How often each limit refused. */
export function LimitCard() {
  const { t } = useLingui()
  const asked = useOperator('limits', OperatorLimitsDocument)
  return (
    <Tile title={t`Limits`} hint={t`Refused since this process was started.`} asked={asked}>
      {(part) => <Limits {...part} />}
    </Tile>
  )
}

function Limits({ limits }: LimitsPart) {
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
    'new-secrets': t`New passwords and PINs`,
    'profile-sign-in': t`Wrong PINs of users`,
    'operator-sign-in': t`Sign-ins as operator`,
    'remote-control': t`Remote control`,
    'quick-connect': 'Quick Connect',
    'quick-connect-code': t`Wrong codes of Quick Connect`,
  }
  const allowed = ({ points, windowMs }: LimitsPart['limits'][number]) =>
    points === null || windowMs === null ? t`any number` : `${number(points)} / ${length(windowMs)}`
  return (
    <div className="scrolled" tabIndex={0} role="region" aria-label={t`Limits`}>
      <table className="table">
        <thead>
          <tr>
            <th>{t`Limit`}</th>
            <th className="number">{t`Refused`}</th>
            <th className="number">{t`Allowed`}</th>
          </tr>
        </thead>
        <tbody>
          {limits
            .toSorted((a, b) => b.refused - a.refused)
            .map((one) => (
              <tr key={one.name}>
                <td>{names[one.name] ?? one.name}</td>
                <td className="number" style={{ fontWeight: one.refused > 0 ? 700 : undefined }}>
                  {number(one.refused)}
                </td>
                <td className="number">{allowed(one)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
