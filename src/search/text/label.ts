import type { Facts } from './facts.ts'
import { readFacts } from './read-facts.ts'
import { serviceOfLabel } from './services.ts'

export type Label = {
  readonly facts: Facts
  readonly service: string | null
  readonly cached: boolean | null
  readonly library: boolean
  readonly usenet: boolean
  readonly live: boolean
  readonly error: boolean
  readonly statistic: boolean
}

const plus = /[[(|]\s*[a-z]{2,5}\s?\+/i
const cachedWords = /(?<!un|not )\b(?:cached|instant)\b/i
const uncachedWords = /\b(?:uncached|not cached|caching)\b/i
const downloadWord = /\bdownload\b/i
const libraryWords = /\byour (?:media|library|files)\b|\b(?:my|personal) cloud\b|\blibrary\b/i
const usenetWords = /\busenet\b|\bnzb\b|\bnewznab\b|\beasynews\b/i
const liveWord = /\bLIVE\b/
const errorWords =
  /^\W*(?:error|failed|failure|warning)\b|\berror\W*$|\bno (?:streams|results|sources)\b|\b(?:invalid|expired|unavailable)\b/i
const statisticSymbols = /[📊📈]/u

export function readLabel(text: string): Label {
  const facts = readFacts(text, null)
  const service = serviceOfLabel(text)
  return {
    facts,
    service,
    cached: cachedIn(text, facts, service),
    library: facts.library || libraryWords.test(text),
    usenet: facts.usenet || usenetWords.test(text),
    live: facts.live || liveWord.test(text),
    error: facts.error || errorWords.test(text),
    statistic: statisticSymbols.test(text),
  }
}

function cachedIn(text: string, facts: Facts, service: string | null): boolean | null {
  if (facts.uncached || uncachedWords.test(text)) return false
  if (service !== null && downloadWord.test(text)) return false
  if (facts.cached || cachedWords.test(text)) return true
  return service !== null && plus.test(text) ? true : null
}
