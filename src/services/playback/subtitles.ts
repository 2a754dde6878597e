import { AppError } from '../../core/errors.ts'
import type { Slicer, Work } from '../../core/slices.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { GuardedFetch } from '../../security/guarded-fetch.ts'
import type { ExternalTrack, Subtitles } from './playback.ts'
import { readCues, writeEvents, writeSrt, writeVtt, writtenFormat } from './subtitle-cues.ts'
import { decodeSubtitles } from './subtitle-text.ts'

export type SubtitleReaderOptions = {
  readonly fetch: GuardedFetch
  readonly slicer: Slicer
}

type Format = 'vtt' | 'srt' | 'ass' | 'js'

const timeoutMs = 15_000
const maxBytes = 5 * 2 ** 20

const formats: Readonly<Record<string, Format>> = {
  vtt: 'vtt',
  webvtt: 'vtt',
  srt: 'srt',
  subrip: 'srt',
  ass: 'ass',
  ssa: 'ass',
  js: 'js',
  json: 'js',
}

const types: Readonly<Record<Format, string>> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  ass: 'text/x-ssa; charset=utf-8',
  js: 'application/json; charset=utf-8',
}

/** Fetches subtitle files and writes them the way a player wants them. */
export function createSubtitleReader({ fetch, slicer }: SubtitleReaderOptions) {
  async function fetchText(url: string, signal: AbortSignal): Promise<string> {
    try {
      const { status, body } = await fetch(url, { timeoutMs, maxBytes, signal })
      if (status === 200) return decodeSubtitles(body)
    } catch (error) {
      if (error instanceof UpstreamError) throw away(`: ${error.message}`, error)
      throw error
    }
    throw away('')
  }

  return async (
    { url }: ExternalTrack,
    ending: string,
    signal: AbortSignal,
  ): Promise<Subtitles> => {
    const wanted = formats[ending.toLowerCase()]
    if (wanted === undefined) throw unknownFormat()
    const text = await fetchText(url, signal)
    if (writtenFormat(text) === wanted) return { type: types[wanted], text }
    return { type: types[wanted], text: await slicer.run(rewrite(text, wanted), { signal }) }
  }
}

function* rewrite(text: string, wanted: Format): Work<string> {
  if (wanted === 'ass') throw unknownFormat()
  const cues = yield* readCues(text)
  if (wanted === 'js') return yield* writeEvents(cues)
  return yield* wanted === 'srt' ? writeSrt(cues) : writeVtt(cues)
}

function unknownFormat(): AppError {
  return new AppError('BAD_REQUEST', 'These subtitles can be had as vtt, srt or js.')
}

function away(why: string, cause?: UpstreamError): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `These subtitles cannot be fetched${why}.`, { cause })
}
