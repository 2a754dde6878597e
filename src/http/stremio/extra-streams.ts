type Line = { readonly title: string; readonly description: string }

type Search = {
  readonly errors: readonly Line[]
  readonly statistics: readonly Line[]
  readonly showErrors: boolean
  readonly showStatistics: boolean
}

/** What players show beside the results: entries that open the service instead of a video. */
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
