import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { TitleNameDocument } from '../../documents.ts'
import type { Title } from './usual-title.ts'

type Options = { readonly onlyKnown?: boolean }

/** Such as `A Film (1950)` or `A Series 2×05`; the id until a source has named the title. */
export function useTitleName(
  asked: Title | null | undefined,
  { onlyKnown = false }: Options = {},
): string {
  const { type = '', id = '' } = asked ?? {}
  const { titleId, numbers } = partsOf(id)
  const { data } = useQuery({ ...nameQuery(type, titleId), enabled: id !== '' && !onlyKnown })
  if (!data) return id
  const place = numbers.filter((number) => number !== undefined).join('×')
  if (place !== '') return `${data.name} ${place}`
  return data.year === null ? data.name : `${data.name} (${data.year})`
}

/** Makes the names known one after the other, since each counts as a search; ends with the first failure. */
export function useNaming(titles: readonly Title[]): void {
  const client = useQueryClient()
  useQuery({
    queryKey: ['title names', titles.map(({ type, id }) => [type, id])],
    queryFn: async ({ signal }) => {
      for (const { type, id } of titles) {
        signal.throwIfAborted()
        await client.fetchQuery(nameQuery(type, partsOf(id).titleId))
      }
      return null
    },
    retry: false,
    refetchInterval: false,
    staleTime: Infinity,
  })
}

function nameQuery(type: string, titleId: string) {
  return queryOptions({
    queryKey: ['title name', type, titleId],
    queryFn: async () => (await request(TitleNameDocument, { type, id: titleId })).addonTitle,
    retry: false,
    refetchInterval: false,
    staleTime: Infinity,
  })
}

function partsOf(id: string) {
  const [, titleId = id, ...numbers] = /^(tt\d+|[a-z]+:\d+)(?::(\d+))?(?::(\d+))?$/.exec(id) ?? []
  return { titleId, numbers }
}
