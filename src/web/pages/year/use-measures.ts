import { useLingui } from '@lingui/react/macro'
import { useLength } from '../../parts/use-length.ts'

const monday = new Date(2024, 0, 1)

export function useMeasures() {
  const { i18n } = useLingui()
  return {
    length: useLength('long'),
    day: (at: string): string => i18n.date(at, { day: 'numeric', month: 'long' }),
    month: (at: string): string => i18n.date(at, { month: 'long' }),
    /** 1: Monday. */
    weekday: (day: number): string =>
      i18n.date(new Date(monday.getFullYear(), 0, day), { weekday: 'long' }),
    /** 0 to 23. */
    hour: (hour: number): string =>
      i18n.date(new Date(monday.getFullYear(), 0, 1, hour), { timeStyle: 'short' }),
  }
}
