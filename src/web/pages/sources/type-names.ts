import { useLingui } from '@lingui/react/macro'

/** Of titles; sources may have others. */
export function useTypeNames(): (type: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    movie: t`Films`,
    series: t`Series`,
    anime: t`Anime`,
    tv: t`Television`,
    channel: t`Channels`,
  }
  return (type) => names[type] ?? type
}
