import { useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { TitleNameDocument } from '../../documents.ts'
import type { Title } from './usual-title.ts'

/** Such as `A Film (1950)` or `A Series 2×05`; the id until a source has named the title. */
export function useTitleName(asked: Title | null | undefined): string {
  const { type = '', id = '' } = asked ?? {}
  const [, titleId = id, ...numbers] = /^(tt\d+|[a-z]+:\d+)(?::(\d+))?(?::(\d+))?$/.exec(id) ?? []
  const { data } = useQuery({
    queryKey: ['title name', type, titleId],
    queryFn: async () => (await request(TitleNameDocument, { type, id: titleId })).addonTitle,
    enabled: id !== '',
    retry: false,
    staleTime: Infinity,
  })
  if (!data) return id
  const place = numbers.filter((number) => number !== undefined).join('×')
  if (place !== '') return `${data.name} ${place}`
  return data.year === null ? data.name : `${data.name} (${data.year})`
}
