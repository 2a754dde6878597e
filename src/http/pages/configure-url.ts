import { readBuiltPages } from './web-pages.ts'

/** Where a configuration is changed, for a public address of the service; null: nowhere. */
export type ConfigureUrl = (baseUrl: string) => string | null

/** `given` by the operator, or else the pages of this service, where they are built. */
export function configureUrlOf(given: string | null, builtPages: string): ConfigureUrl {
  if (given !== null) return () => given
  const isBuilt = readBuiltPages(builtPages) !== null
  return (baseUrl) => (isBuilt ? `${baseUrl}/configure` : null)
}
