import { recordOf, type JsonRecord } from '../core/json.ts'

/** Milliseconds from now. All zero: the answer is not kept. */
export type Freshness = {
  readonly freshMs: number
  /** May be used until then while it is asked for again. */
  readonly revalidateMs: number
  /** May be used until then if its source fails. */
  readonly errorMs: number
}

export function answerKeptMs({ freshMs, revalidateMs, errorMs }: Freshness): number {
  return Math.max(0, freshMs, revalidateMs, errorMs)
}

type AnswerHeaders = Readonly<Record<string, string>>

const notKept: Freshness = { freshMs: 0, revalidateMs: 0, errorMs: 0 }
const longestMs = 7 * 24 * 3_600_000

/** Reads Cache-Control and Age, else the Stremio protocol's `cacheMaxAge`, `staleRevalidate`, `staleError` (seconds). */
export function readFreshness(headers: AnswerHeaders, json: unknown): Freshness {
  const control = readDirectives(headers['cache-control'] ?? '')
  const own = recordOf(json)
  const maxAge = maxAgeOf(control, own)
  if (maxAge === null || forbidsKeeping(control)) return notKept
  const mayBeStale = !control.has('must-revalidate') && !control.has('proxy-revalidate')
  const age = secondsOf(headers['age']) ?? 0
  const windowMs = (directive: string, field: string) => {
    const seconds = control.get(directive) ?? secondsOf(own[field]) ?? 0
    return mayBeStale ? clampMs(maxAge - age + seconds) : 0
  }
  return {
    freshMs: clampMs(maxAge - age),
    revalidateMs: windowMs('stale-while-revalidate', 'staleRevalidate'),
    errorMs: windowMs('stale-if-error', 'staleError'),
  }
}

/** Milliseconds: the answer's own value within bounds, else `otherwise`. */
export function readFreshMs(
  headers: AnswerHeaders,
  json: unknown,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const control = readDirectives(headers['cache-control'] ?? '')
  const says = forbidsKeeping(control) || maxAgeOf(control, recordOf(json)) !== null
  if (!says) return otherwise
  return Math.min(most, Math.max(least, readFreshness(headers, json).freshMs))
}

export function forbidsStoring(headers: AnswerHeaders): boolean {
  return readDirectives(headers['cache-control'] ?? '').has('no-store')
}

function forbidsKeeping(control: ReadonlyMap<string, number>): boolean {
  return control.has('no-store') || control.has('private') || control.has('no-cache')
}

function maxAgeOf(control: ReadonlyMap<string, number>, own: JsonRecord): number | null {
  return control.get('s-maxage') ?? control.get('max-age') ?? secondsOf(own['cacheMaxAge'])
}

function clampMs(seconds: number): number {
  return Math.min(longestMs, Math.max(0, seconds * 1_000))
}

/** Seconds by lower-case directive; 0 without a number. The first of a name counts. */
function readDirectives(header: string): ReadonlyMap<string, number> {
  const directives = new Map<string, number>()
  for (const directive of header.toLowerCase().split(',')) {
    const [name = '', value] = directive.split('=', 2).map((part) => part.trim())
    if (name && !directives.has(name)) {
      directives.set(name, secondsOf(value?.replaceAll('"', '')) ?? 0)
    }
  }
  return directives
}

function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.max(0, value) : null
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : null
}
