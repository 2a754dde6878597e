import type { Work } from '../../../core/scheduler.ts'
import { brokenPlaylist, rewriteTag, tagOf } from './lines.ts'
import type { Readdress } from './lines.ts'
import { createRewritePace } from './pace.ts'
import type { PlaylistVariables } from './variables.ts'

/** A film of four hours in segments of two seconds has some 20,000. */
const maxLines = 50_000
const maxLine = 64_000
const maxOutput = 16 * 2 ** 20
const maxAddresses = maxLines

/** All addresses lead back, and none is left in comments and other text. Throws an UpstreamError beyond the bounds. */
export function* rewritePlaylist(
  text: string,
  variables: Pick<PlaylistVariables, 'define' | 'substitute'>,
  readdress: Readdress,
): Work<string> {
  const lines = linesOf(text)
  const pace = createRewritePace(readdress, { maxAddresses, maxOutput })
  if (!/^#EXTM3U\s*$|^#EXTM3U[ \t]/.test(lines[0]!)) throw brokenPlaylist('does not begin as one')
  const written: string[] = []
  let size = 0
  let isVariant = false
  for (const raw of lines) {
    if (raw.length > maxLine) throw brokenPlaylist('has a line that is too long')
    if (pace.step(raw.length)) yield
    const line = raw.replace(/\p{Cc}/gu, ' ').trim()
    const rewritten = rewriteLine(line, variables, pace.readdress, isVariant)
    if (rewritten === null) continue
    if (!line.startsWith('#')) isVariant = false
    else if (tagOf(line) === 'EXT-X-STREAM-INF') isVariant = true
    size += rewritten.length + 1
    if (size > maxOutput) throw brokenPlaylist('is too large')
    written.push(rewritten)
  }
  return `${written.join('\n')}\n`
}

function rewriteLine(
  line: string,
  variables: Pick<PlaylistVariables, 'define' | 'substitute'>,
  readdress: Readdress,
  isVariant: boolean,
): string | null {
  if (line === '') return null
  if (!line.startsWith('#')) {
    return readdress(variables.substitute(line), isVariant ? 'playlist' : 'segment')
  }
  if (!/^#EXT/i.test(line)) return null
  if (tagOf(line) !== 'EXT-X-DEFINE') return rewriteTag(variables.substitute(line), readdress)
  variables.define(line)
  return null
}

/** Counted first: an array of millions of empty lines would take more memory than the text. */
function linesOf(text: string): readonly string[] {
  let count = 0
  for (const _end of text.matchAll(/\r\n?|\n/g)) {
    count += 1
    if (count > maxLines) throw brokenPlaylist(`has more than ${maxLines} lines`)
  }
  return text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
}
