import { useLingui } from '@lingui/react/macro'

/** What the service calls `Firefox on Linux`, in the language of the page. */
export function useBrowserName(): (said: string) => string {
  const { t } = useLingui()
  return (said) => {
    const [, browser, system] = /^(.+) on (.+)$/.exec(said) ?? []
    return browser ? t`${browser} on ${system}` : said
  }
}
