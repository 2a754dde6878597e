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
}

const waitMs = 3_000

/** `extra`: what is known of the file. Null where the source fails or is too slow. */
export function createSubtitleAsker({ client, translators }: SubtitleAskerOptions) {
  return async (
    source: Source,
    { type, id: raw }: { readonly type: string; readonly id: string },
    extra: Readonly<Record<string, string>> = {},
  ): Promise<readonly SubtitleTrack[] | null> => {
    const signal = AbortSignal.timeout(waitMs)
    try {
      const id = parseMediaId(raw)
      const { value: manifest } = await client.manifest(source, { signal })
      const translate = translateOnce(translators, id, type)
      const asked = { source, manifest, resource: 'subtitles', type, id, translate }
      const question = await untilAborted(chooseQuestion(asked), signal)
      if ('skip' in question) return []
      return (await client.subtitles(source, question.type, question.id, extra, { signal })).value
    } catch {
      return null
    }
  }
}
