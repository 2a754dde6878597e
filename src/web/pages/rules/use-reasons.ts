import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PreviewRulesQuery } from '../../documents.ts'
import { type Path, type Rules, valueAt } from './rules.ts'
import { useNames, wordOf } from '../../parts/use-names.ts'

type Explained = NonNullable<PreviewRulesQuery['previewRules']['explanation']>['streams'][number]
export type Drop = NonNullable<Explained['drop']>
type WinnerDrop = NonNullable<Drop['winnerDrop']>
export type Lead = NonNullable<Explained['lead']>

function keysOf(path: string): Path {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

export function useReasons(rules: Rules) {
  const { t } = useLingui()
  const { nameOf, valueOf, wordName } = useNames()

  function reasonOf(drop: Drop | WinnerDrop): string {
    const { path, reason, step, winner, winnerDrop } = { winner: null, winnerDrop: null, ...drop }
    if (step === 'DEDUPE') {
      return winnerDrop === null
        ? t`The same as ${winner ?? ''}, which is kept.`
        : t`The same as ${winner ?? ''}, which is better and was left out later. ${reasonOf(winnerDrop)}`
    }
    const keys = path === null ? [] : keysOf(path)
    const [group, subject = '', list] = keys
    const name = nameOf(String(subject))
    const found = valueAt(rules, keys)
    const limit = typeof found === 'number' || typeof found === 'string' ? String(found) : ''
    if (group === 'limits') {
      const count = Number(limit)
      return subject === 'total'
        ? t`${plural(count, { one: 'There is # better one already.', other: 'There are # better ones already.' })}`
        : t`${plural(count, { one: 'There is # better one of the same kind already', other: 'There are # better ones of the same kind already' })}: ${name}.`
    }
    if (step === 'REQUIRED_FIELDS') return t`It lacks a field that was asked for.`
    if (step === 'MAX_RESULTS') return t`Beyond the most results of one answer (MAX_RESULTS).`
    if (group !== 'filters') return reason
    if (subject === 'expressions') {
      return list === 'exclude'
        ? t`An expression leaves it out.`
        : t`An expression that must hold does not.`
    }
    if (list === 'exclude') return t`${name}: ${wordName(limit)} is left out.`
    if (list === 'require') return t`${name}: it has none of those that are required.`
    if (keys.at(-1) === 'min') return t`${name}: below ${valueOf(String(subject), limit)}.`
    if (keys.at(-1) === 'max') return t`${name}: above ${valueOf(String(subject), limit)}.`
    if (['title', 'year', 'episode'].includes(String(subject))) return t`${name}: does not match.`
    return reason
  }

  function leadOf({ by, own, other }: Lead): string {
    if (by === 'CACHED_FIRST') return t`Before the next one: a debrid service has it ready.`
    if (by === 'NOTE') return t`Before the next one, which is a note and cannot be played.`
    if (by === 'ARRIVAL') return t`Equal to the next one in every criterion; its source came first.`
    const word = wordOf(by)
    const [mine, theirs] = [valueOf(word, own), valueOf(word, other)]
    return mine === theirs
      ? t`Before the next one by: ${nameOf(word)}.`
      : t`Before the next one by: ${nameOf(word)}. ${mine} against ${theirs}.`
  }
  return { reasonOf, leadOf }
}
