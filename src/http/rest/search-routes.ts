import { z } from 'zod'
import { SearchDocument } from '../documents/documents.ts'
import { readFlag, textList } from './parameters.ts'
import { route } from './route.ts'
import { searchData, stremioStreams } from './search-data.ts'
import { hasAddress, stremioStream } from '../stremio/stream.ts'

const format = z
  .string()
  .default('')
  .transform((text, ctx): boolean | 'stremio' => {
    if (text.trim().toLowerCase() === 'stremio') return 'stremio'
    const value = readFlag(text)
    if (value !== null) return value
    ctx.addIssue({ code: 'custom', message: 'must be true, false or stremio' })
    return z.NEVER
  })

export const searchRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Streams for a film or an episode from all sources of a configuration',
    access: 'search',
    limit: 'search',
    query: z.looseObject({
      type: z.string().min(1).describe('usually movie or series'),
      id: z.string().min(1).describe('such as tt1254207, tmdb:603 or tt0903747:5:14'),
      requiredFields: textList.describe('fields that a result must have'),
      format: format.describe('true fills name and description; stremio answers {streams}'),
    }),
    document: SearchDocument,
    variables: ({ query }) => ({
      type: query.type,
      id: query.id,
      requiredFields: query.requiredFields,
      format: query.format !== false,
    }),
    answer: ({ search }, { query }) =>
      query.format === 'stremio'
        ? { body: { streams: search.results.filter(hasAddress).map(stremioStream) } }
        : { detail: null, data: search },
    data: searchData,
    bare: stremioStreams,
  }),
]
