import { AppError } from '../../core/errors.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { UpstreamErrorKind } from '../../core/upstream-error.ts'
import { readAddress } from '../../model/addon-address.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { SourceManifest } from '../../model/source-manifest.ts'
import type { Source, SourceStream } from '../../model/source.ts'
import { stremioSource } from '../../model/user-data/sources.ts'

export type SourcePreviews = ReturnType<typeof createSourcePreviews>

export type SourcePreview = {
  /** Null where it gives none; `problem` says why. */
  readonly manifest: SourceManifest | null
  readonly problem: string | null
  readonly failure: UpstreamErrorKind | null
  readonly host: string
  readonly tookMs: number
}

export type SourceTest = {
  readonly streams: readonly SourceStream[]
  /** Why it did not answer; null: it did. */
  readonly problem: string | null
  readonly failure: UpstreamErrorKind | null
  readonly tookMs: number
}

type Options = { readonly client: Pick<SourceClient, 'manifest' | 'streams'> }
type Asked = { readonly url: string; readonly timeout?: number | null | undefined }
type Title = { readonly type: string; readonly id: string }

const withinMs = 10_000
/** What a configuration may say of a source. */
const longestMs = 120_000
const longest = { type: 50, id: 500 }

/** Asks a source before it is added to a configuration. Reports its errors instead of throwing them. */
export function createSourcePreviews({ client }: Options) {
  return {
    /** Throws BAD_REQUEST for what is no address. */
    async preview(asked: Asked, signal: AbortSignal): Promise<SourcePreview> {
      const source = sourceOf(asked)
      const { value, ...answer } = await ask(signal, async (limited) => {
        const { value } = await client.manifest(source, { signal: limited, recent: true })
        return value
      })
      return { manifest: value, host: readAddress(asked.url).host, ...answer }
    },

    /** Its answer for a film or an episode. Throws BAD_REQUEST for an invalid address, title or time. */
    async test(asked: Asked, { type, id }: Title, signal: AbortSignal): Promise<SourceTest> {
      const source = sourceOf(asked)
      if (!isShort(type, longest.type) || !isShort(id, longest.id)) {
        throw new AppError('BAD_REQUEST', 'Name a type such as movie, and an id such as tt0063350.')
      }
      const { value, ...answer } = await ask(signal, async (limited) => {
        const { value } = await client.streams(source, type, id, { signal: limited, recent: true })
        return value
      })
      return { streams: value ?? [], ...answer }
    },
  }
}

function isShort(text: string, most: number): boolean {
  return text.trim() !== '' && text.length <= most
}

function sourceOf({ url, timeout }: Asked): Source {
  const { success } = stremioSource.shape.url.safeParse(url)
  if (!success || url.length > 10_000) {
    throw new AppError(
      'BAD_REQUEST',
      'This is not the address of a manifest, such as https://addon.example/manifest.json.',
    )
  }
  const waitMs = timeout ?? withinMs
  if (waitMs < 1 || waitMs > longestMs) {
    throw new AppError('BAD_REQUEST', `timeout must be from 1 to ${longestMs} milliseconds.`)
  }
  const unlimited = { name: null, resources: null, mediaTypes: null }
  return { ...unlimited, configuration: null, id: url, url, timeout: waitMs }
}

async function ask<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>) {
  const started = performance.now()
  const late = AbortSignal.timeout(withinMs)
  const took = () => Math.round(performance.now() - started)
  try {
    const value = await work(AbortSignal.any([signal, late]))
    return { value, problem: null, failure: null, tookMs: took() }
  } catch (error) {
    if (late.aborted) {
      const problem = 'no answer within ten seconds'
      return { value: null, problem, failure: 'timeout' as const, tookMs: took() }
    }
    if (!(error instanceof UpstreamError)) throw error
    return { value: null, problem: error.message, failure: error.kind, tookMs: took() }
  }
}
