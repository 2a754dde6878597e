import { AppError } from '../../core/errors.ts'
import { known } from '../../core/known.ts'
import type { Scheduler, Work } from '../../core/scheduler.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { GuardedFetch } from '../../security/guarded-fetch.ts'
import {
  readCues,
  writeAss,
  writeEvents,
  writeSrt,
  writeVtt,
  writtenFormat,
} from './subtitle-cues.ts'
import { decodeSubtitles } from './subtitle-text.ts'
import type { ExternalTrack } from './tracks.ts'

export type Subtitles = { readonly type: string; readonly text: string }

export type SubtitleReaderOptions = {
  readonly fetch: GuardedFetch
  readonly scheduler: Scheduler
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

/** Fetches and converts a subtitle file. Throws BAD_REQUEST for an unknown ending, SERVICE_UNAVAILABLE if the fetch fails. */
export function createSubtitleReader({ fetch, scheduler }: SubtitleReaderOptions) {
  async function fetchText({ url, language }: ExternalTrack, signal: AbortSignal): Promise<string> {
    try {
      const { status, body } = await fetch(url, { timeoutMs, maxBytes, signal })
      if (status === 200) return decodeSubtitles(body, language)
    } catch (error) {
      if (error instanceof UpstreamError) throw away(`: ${error.message}`, error)
      throw error
    }
    throw away('')
  }

  return async (track: ExternalTrack, ending: string, signal: AbortSignal): Promise<Subtitles> => {
    const wanted = known(formats, ending.toLowerCase())
    if (wanted === undefined) throw unknownFormat()
    const text = await fetchText(track, signal)
    if (writtenFormat(text) === wanted) return { type: types[wanted], text }
    return { type: types[wanted], text: await scheduler.run(rewrite(text, wanted), { signal }) }
  }
}

const writers = { vtt: writeVtt, srt: writeSrt, ass: writeAss, js: writeEvents } as const

function* rewrite(text: string, wanted: Format): Work<string> {
  return yield* writers[wanted](yield* readCues(text))
}

function unknownFormat(): AppError {
  return new AppError('BAD_REQUEST', 'These subtitles are available as vtt, srt, ass, ssa or js.')
}

function away(why: string, cause?: UpstreamError): AppError {
  return new AppError('SERVICE_UNAVAILABLE', `These subtitles cannot be fetched${why}.`, { cause })
}
