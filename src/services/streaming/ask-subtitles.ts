import { untilAborted } from '../../core/until-aborted.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import { parseMediaId } from '../../model/media-id.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { Source, SubtitleTrack } from '../../model/source.ts'
import { chooseQuestion } from '../../search/question.ts'
import { translateOnce } from '../../search/translate-once.ts'

export type SubtitleAskerOptions = {
  readonly client: Pick<SourceClient, 'manifest' | 'subtitles'>
  readonly translators: readonly IdTranslator[]
  readonly waitMs?: number
}

type Question = { readonly type: string; readonly id: string }
type Extra = Readonly<Record<string, string>>

const usualWaitMs = 3_000
/** A slow answer is there for whoever asks again. */
const readMs = 15_000

/** `extra`: what is known of the file. Null where the source fails or is too slow. */
export function createSubtitleAsker(options: SubtitleAskerOptions) {
  const { client, translators, waitMs = usualWaitMs } = options

  async function read(source: Source, { type, id: raw }: Question, extra: Extra) {
    const signal = AbortSignal.timeout(readMs)
    const id = parseMediaId(raw)
    const { value: manifest } = await client.manifest(source, { signal })
    const translate = translateOnce(translators, id, type)
    const asked = { source, manifest, resource: 'subtitles', type, id, translate }
    const question = await untilAborted(chooseQuestion(asked), signal)
    if ('skip' in question) return []
    return (await client.subtitles(source, question.type, question.id, extra, { signal })).value
  }

  return async (
    source: Source,
    question: Question,
    extra: Extra = {},
  ): Promise<readonly SubtitleTrack[] | null> => {
    try {
      return await untilAborted(read(source, question, extra), AbortSignal.timeout(waitMs))
    } catch {
      return null
    }
  }
}
