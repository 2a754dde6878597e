export type NamedFacts = {
  readonly filename: string | null
  readonly bitrate: number | null
  readonly languages: readonly string[]
  readonly subtitles: readonly string[]
  readonly parsedFile: {
    readonly title: string | null
    readonly resolution: string | null
    readonly quality: string | null
    readonly encode: string | null
    readonly visualTags: readonly string[]
    readonly audioTags: readonly string[]
    readonly audioChannels: readonly string[]
    readonly container: string | null
  }
}
