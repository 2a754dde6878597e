import { useLingui } from '@lingui/react/macro'

const units = ['B', 'kB', 'MB', 'GB', 'TB']
const step = 1_024
const minuteMs = 60_000

/** How numbers, times and sizes are written here. */
export function useForms() {
  const { i18n } = useLingui()
  return {
    number: (value: number): string => i18n.number(value),
    /** `share` of 1. */
    percent: (share: number): string =>
      i18n.number(share, { style: 'percent', maximumFractionDigits: 0 }),
    bytes: (value: number): string => {
      const exponent = value < step ? 0 : Math.floor(Math.log(value) / Math.log(step))
      const index = Math.min(exponent, units.length - 1)
      const digits = { maximumFractionDigits: index < 3 ? 0 : 1 }
      return `${i18n.number(value / step ** index, digits)}\u00a0${units[index]}`
    },
    /** Such as `5 min`. */
    length: (ms: number): string => {
      const inMinutes = ms % minuteMs === 0
      return i18n.number(ms / (inMinutes ? minuteMs : 1_000), {
        style: 'unit',
        unit: inMinutes ? 'minute' : 'second',
        unitDisplay: 'short',
      })
    },
    time: (at: string): string => i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' }),
  }
}
