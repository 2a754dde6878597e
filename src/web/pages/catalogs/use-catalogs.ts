import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useInherited } from '../../data/configuration.ts'
import type { Configuration } from '../../data/configuration.ts'
import { useDraft } from '../../data/draft.ts'
import { request } from '../../data/request.ts'
import { useLastError } from '../../data/use-last-error.ts'
import { usePolling } from '../../data/use-polling.ts'
import { useSettled } from '../../data/use-settled.ts'
import { CatalogPreviewDocument } from '../../documents.ts'
import { withPlaces } from './settings.ts'
import type { CatalogSettings } from './settings.ts'

const pauseMs = 200
const waitingMs = 500

function catalogsOf({ catalogs }: Configuration): CatalogSettings {
  return (catalogs as CatalogSettings | undefined) ?? {}
}

function withCatalogs(configuration: Configuration, catalogs: CatalogSettings): Configuration {
  const { catalogs: _before, ...others } = configuration
  return Object.keys(catalogs).length === 0 ? others : { ...others, catalogs }
}

/** The rules of catalogs while somebody changes them, and what the service makes of them. */
export function useCatalogs() {
  const draft = useDraft(catalogsOf, withCatalogs)
  const inherited = useInherited()
  const fromParent = inherited ? catalogsOf(inherited) : {}
  // A list of its own replaces the parent's, so the first change copies that.
  const settings: CatalogSettings = { ...fromParent, ...draft.part }
  const settled = useSettled(settings, pauseMs)
  const query = useQuery({
    queryKey: ['catalogs', settled],
    queryFn: async ({ signal }) =>
      (await request(CatalogPreviewDocument, { settings: settled }, signal)).catalogPreview,
    placeholderData: keepPreviousData,
    enabled: inherited !== undefined,
    staleTime: 30_000,
    // Slow sources come as they answer.
    refetchInterval: ({ state: { data, error } }) =>
      error === null && data?.waiting.length ? waitingMs : false,
    gcTime: 60_000,
  })
  const { refetch } = query
  const error = useLastError(query)
  const data = query.isPlaceholderData && error ? undefined : query.data
  const isLate = error !== null && (data?.waiting.length ?? 0) > 0
  usePolling(query, isLate || (data?.failures.length ?? 0) > 0)

  function change(next: CatalogSettings): void {
    const entries = Object.entries({ ...draft.part, ...next }).filter(
      ([key, value]) =>
        value !== undefined && (key in fromParent || !Array.isArray(value) || value.length > 0),
    )
    draft.change(Object.fromEntries(entries))
  }

  const sources = data?.sources.map(({ id }) => id) ?? []
  const missing = [
    ...(data?.waiting ?? []),
    ...(data?.failures ?? []).map(({ source }) => source),
  ].map(({ id }) => id)

  return {
    ...draft,
    settings,
    change,
    query: { data, error, refetch },
    isInherited: Object.keys(fromParent).length > 0,
    /** Settings in which sources whose catalogs are missing have their places. */
    placed: (): CatalogSettings =>
      data && missing.length > 0
        ? withPlaces(data.catalogs, settings, { sources, missing })
        : settings,
    /** Whether all sources have answered. */
    isWhole: data !== undefined && missing.length === 0,
  }
}

export type Catalogs = ReturnType<typeof useCatalogs>
