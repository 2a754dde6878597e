import { useLingui } from '@lingui/react/macro'

export function useResourceNames(): (resource: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    stream: t`Streams`,
    catalog: t`Catalogs`,
    meta: t`Details of titles`,
    subtitles: t`Subtitles`,
    watch_state: t`Watch state`,
    addon_catalog: t`Other addons`,
  }
  return (resource) => names[resource] ?? resource
}
