import { isRecord, parseJson } from '../../../core/json.ts'
import type { Work } from '../../../core/scheduler.ts'
import { brokenPlaylist, withoutAddresses } from './lines.ts'
import type { Readdress, TargetKind } from './lines.ts'
import { createRewritePace } from './pace.ts'
import type { Pace } from './pace.ts'

const maxDepth = 8
export const maxJsonBytes = 256 * 1_024
const limits = { maxAddresses: 100, maxOutput: 2 ** 20 }
/** Replaces hosts in addresses, which sealed ones do not show. */
const clones = 'PATHWAY-CLONES'

/** What playlists refer to as JSON: addresses under names that end in `URI` lead back, all others are removed. */
export function* rewriteJson(text: string, readdress: Readdress): Work<string> {
  const value = parseJson(text)
  if (value === undefined) throw brokenPlaylist('refers to JSON that cannot be read')
  return JSON.stringify(yield* rewritten(value, null, createRewritePace(readdress, limits), 0))
}

/** `kind`: null where the value's name is not that of an address. */
function* rewritten(
  value: unknown,
  kind: TargetKind | null,
  pace: Pace,
  depth: number,
): Work<unknown> {
  if (depth > maxDepth) throw brokenPlaylist('refers to JSON that is nested too deep')
  if (pace.step(typeof value === 'string' ? value.length : 1)) yield
  if (typeof value === 'string') {
    return kind === null ? withoutAddresses(value) : pace.readdress(value, kind)
  }
  if (Array.isArray(value)) {
    const written: unknown[] = []
    for (const each of value) written.push(yield* rewritten(each, kind, pace, depth + 1))
    return written
  }
  if (!isRecord(value)) return value
  const written: [string, unknown][] = []
  for (const [name, each] of Object.entries(value)) {
    if (name.toUpperCase() === clones) continue
    written.push([withoutAddresses(name), yield* rewritten(each, kindOf(name), pace, depth + 1)])
  }
  return Object.fromEntries(written)
}

function kindOf(name: string): TargetKind | null {
  if (!/URI$/i.test(name)) return null
  return /^reload-uri$/i.test(name) ? 'json' : 'playlist'
}
