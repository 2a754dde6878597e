import { useLingui } from '@lingui/react/macro'

const hourMs = 3_600_000
const monday = new Date(2024, 0, 1)

export function useMeasures() {
  const { i18n } = useLingui()
  return {
    /** Such as `12 hours`. */
    length: (ms: number): string => {
      const inHours = ms >= hourMs
      const amount = inHours ? ms / hourMs : ms / 60_000
      return i18n.number(amount, {
        style: 'unit',
        unit: inHours ? 'hour' : 'minute',
        unitDisplay: 'long',
        maximumFractionDigits: inHours && amount < 10 ? 1 : 0,
      })
    },
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
