import { useLingui } from '@lingui/react/macro'
import { isBelowMinute, lengthUnit } from './length-unit.ts'
import type { LengthStyle } from './length-unit.ts'

/** How long something was watched, such as `12 hours`, or `12 min` where there is little room. */
export function useLength(unitDisplay: LengthStyle) {
  const { i18n, t } = useLingui()
  return (ms: number): string => {
    if (isBelowMinute(ms)) return unitDisplay === 'long' ? t`less than a minute` : t`< 1 min`
    const { amount, ...unit } = lengthUnit(ms, unitDisplay)
    return i18n.number(amount, { style: 'unit', unitDisplay, ...unit })
  }
}
