import type {
  AudioChannel,
  AudioTag,
  Encode,
  Quality,
  ReleaseFlag,
  Resolution,
  VisualTag,
} from './vocabulary.ts'

/** What a release name says. Absent values are null, lists are empty. Instances are shared between results and never changed. */
export type ParsedFile = {
  readonly title: string | null
  readonly year: number | null
  readonly seasons: readonly number[]
  readonly episodes: readonly number[]
  /** Air date of a daily show, `YYYY-MM-DD`. */
  readonly date: string | null
  readonly resolution: Resolution | null
  readonly quality: Quality | null
  readonly encode: Encode | null
  readonly visualTags: readonly VisualTag[]
  readonly audioTags: readonly AudioTag[]
  readonly audioChannels: readonly AudioChannel[]
  /** English language names, and `Multi`, `Dual Audio`, `Dubbed`. */
  readonly languages: readonly string[]
  readonly subtitles: readonly string[]
  readonly releaseGroup: string | null
  /** File extension without the dot, lower case. */
  readonly container: string | null
  /** Name of the channel or streaming service, such as `Netflix`. */
  readonly network: string | null
  /** Name of the cut, such as `Director's Cut`. */
  readonly edition: string | null
  readonly flags: readonly ReleaseFlag[]
}
