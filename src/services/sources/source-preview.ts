import { spellTime, startDeadline } from '../../core/deadline.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { failureOf, UpstreamError } from '../../core/upstream-error.ts'
import type { UpstreamErrorKind } from '../../core/upstream-error.ts'
import { readAddress } from '../../model/addon-address.ts'
import type { SourceArea } from '../../model/source-health.ts'
import type { SourceManifest } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import { stremioSource } from '../../model/user-data/sources.ts'
import { askWhatIsOffered } from './source-test.ts'
import type { SourceAnswer, TestClient, Title } from './source-test.ts'

export type SourcePreviews = ReturnType<typeof createSourcePreviews>

export type SourcePreview = {
  /** Null where it gives none; `problem` says why. */
  readonly manifest: SourceManifest | null
  readonly problem: string | null
  readonly failure: UpstreamErrorKind | null
  readonly host: string
  readonly tookMs: number
}

export type SourceTest = SourceAnswer & {
  /** Why it did not answer; null: it did. */
  readonly problem: string | null
  readonly failure: UpstreamErrorKind | null
  readonly tookMs: number
}

type Options = {
  readonly client: TestClient
  /** Milliseconds for a source that sets no time of its own. */
  readonly timeoutMs: number
}
type AskedSource = Source & { readonly timeout: number }
type Asked = {
  readonly url: string
  readonly timeout?: number | null | undefined
  readonly resources?: readonly string[] | null | undefined
}

const previewMs = 10_000
/** What a configuration may say of a source. */
const longestMs = 120_000
const longest = { type: 50, id: 500 }

/** Asks a source before it is added to a configuration. Reports its errors instead of throwing them. */
export function createSourcePreviews({ client, timeoutMs }: Options) {
  return {
    /** Throws BAD_REQUEST for what is no address. */
    async preview({ url }: Asked, signal: AbortSignal): Promise<SourcePreview> {
      const source = sourceOf({ url }, previewMs)
      const { value, ...answer } = await ask(source, signal, async (limited) => {
        const { value } = await client.manifest(source, { signal: limited, recent: true })
        return value
      })
      return { manifest: value, host: readAddress(url).host, ...answer }
    },

    /** Its answer for a film or an episode, within its own time. Throws BAD_REQUEST for an invalid address, title or time. */
    async test(asked: Asked, { type, id }: Title, signal: AbortSignal): Promise<SourceTest> {
      const source = sourceOf(asked, timeoutMs)
      if (!isShort(type, longest.type) || !isShort(id, longest.id)) {
        throw new AppError('BAD_REQUEST', refusal('TITLE_NOT_NAMED'))
      }
      let area: SourceArea | null = null
      const onArea = (asked: SourceArea) => void (area = asked)
      const { value, ...answer } = await ask(source, signal, (limited) =>
        askWhatIsOffered(client, source, { type, id }, onArea, limited),
      )
      return { ...(value ?? { area, catalog: null, samples: [] }), ...answer }
    },
  }
}

function isShort(text: string, most: number): boolean {
  return text.trim() !== '' && text.length <= most
}

function sourceOf({ url, timeout, resources = null }: Asked, usualMs: number): AskedSource {
  const { success } = stremioSource.shape.url.safeParse(url)
  if (!success || url.length > 10_000) {
    throw new AppError('BAD_REQUEST', refusal('NOT_A_MANIFEST_ADDRESS'))
  }
  const waitMs = timeout ?? usualMs
  if (waitMs < 1 || waitMs > longestMs) {
    throw new AppError('BAD_REQUEST', refusal('TIMEOUT_OUT_OF_BOUNDS', { most: String(longestMs) }))
  }
  return {
    name: null,
    resources,
    mediaTypes: null,
    configuration: null,
    id: url,
    url,
    timeout: waitMs,
  }
}

async function ask<T>(
  { url, timeout }: AskedSource,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
) {
  const started = performance.now()
  const late = () =>
    new UpstreamError(
      'timeout',
      `${readAddress(url).host} did not answer within ${spellTime(timeout)}`,
    )
  const deadline = startDeadline(timeout, late, signal)
  const took = () => Math.round(performance.now() - started)
  try {
    const value = await work(deadline.signal)
    return { value, problem: null, failure: null, tookMs: took() }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof UpstreamError)) throw error
    return { value: null, problem: error.message, failure: failureOf(error), tookMs: took() }
  } finally {
    deadline.clear()
  }
}
