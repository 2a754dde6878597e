import { useLingui } from '@lingui/react/macro'
import type { PreviewRulesQuery } from '../../documents.ts'
import type { Rules } from './rules.ts'
import { useNames } from '../../parts/use-names.ts'
import { useReasons } from './use-reasons.ts'

type Explained = NonNullable<PreviewRulesQuery['previewRules']['explanation']>['streams'][number]
type Props = { readonly explained: Explained; readonly rules: Rules }

export function StreamRow({ explained, rules }: Props) {
  const { place, result, lead, drop } = explained
  const { t } = useLingui()
  const { valueOf } = useNames()
  const { reasonOf, leadOf } = useReasons(rules)
  const stepNames = {
    FILTER: t`Filters`,
    DEDUPE: t`Duplicates`,
    LIMIT: t`Limits`,
    REQUIRED_FIELDS: t`Required fields`,
    MAX_RESULTS: t`Limit of results`,
  }
  const path = drop ? drop.path : lead?.path
  return (
    <li>
      <span className={place === null ? 'tag' : 'tag kept'}>{place ?? '–'}</span>
      <div>
        <div className="title">
          {result.filename ?? result.folderName ?? result.name ?? result.addon}
        </div>
        <div className="dimmed">
          {result.addon}
          {result.size !== null && ` · ${valueOf('size', String(result.size))}`}
        </div>
        {(drop ?? lead) && (
          <div className="reason">
            {drop && <b>{stepNames[drop.step]}: </b>}
            {drop ? reasonOf(drop) : lead && leadOf(lead)} {path && <code>{path}</code>}
          </div>
        )}
      </div>
    </li>
  )
}
