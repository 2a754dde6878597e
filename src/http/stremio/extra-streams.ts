import { hasAddress, stremioStream } from './stream.ts'
import type { PlayableResult } from './stream.ts'

type Line = { readonly title: string; readonly description: string }

type Search = {
  readonly errors: readonly Line[]
  readonly statistics: readonly Line[]
  readonly showErrors: boolean
  readonly showStatistics: boolean
}

/** Entries beside the results that open the service instead of a video. */
export function extraStreams(search: Search, baseUrl: string) {
  const entry =
    (mark: string) =>
    ({ title, description }: Line) => ({
      name: `${mark} ${title}`,
      description,
      externalUrl: `${baseUrl}/`,
    })
  return {
    before: search.showStatistics ? search.statistics.map(entry('📊')) : [],
    after: search.showErrors ? search.errors.map(entry('⚠️')) : [],
  }
}

/** Results as players show them; a source's notes without an address open the service. */
export function resultStreams(
  results: readonly (PlayableResult & { readonly type: string })[],
  { showErrors }: Pick<Search, 'showErrors'>,
  baseUrl: string,
  playLinks: readonly (string | null)[] | null,
) {
  return results.flatMap((result, place) => {
    if (!showErrors && result.type === 'error') return []
    const link = playLinks?.[place] ?? null
    if (link !== null) {
      const url = `${baseUrl}/stremio/play/${link}/${fileName(result)}`
      // The service sends the headers that the file needs.
      return stremioStream({ ...result, url, requestHeaders: null })
    }
    return stremioStream(hasAddress(result) ? result : { ...result, externalUrl: `${baseUrl}/` })
  })
}

/** Some players know a container by the end of the address alone. */
function fileName({ filename, url }: PlayableResult): string {
  const ends = [filename, URL.parse(url ?? '')?.pathname].map(
    (name) => /\.([a-z\d]{2,5})$/i.exec(name ?? '')?.[1],
  )
  return ['stream', ends.find(Boolean)?.toLowerCase()].filter(Boolean).join('.')
}

/** What stands in place of the results when the search as a whole fails. */
export function failureStream(message: string, baseUrl: string) {
  return { name: '⚠️ Stream Aggregation Service', description: message, externalUrl: `${baseUrl}/` }
}
