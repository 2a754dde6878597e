import type { Drop, Step } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import { readResultField } from '../result-fields.ts'

/** Null, empty text and an empty list are absent. Display texts count as present if they will be made. */
export function createRequireFields(fields: readonly string[], format: boolean): Step {
  const wanted = [...new Set(fields)].filter(
    (field) => !format || (field !== 'name' && field !== 'description'),
  )
  return (streams) => {
    if (wanted.length === 0) return { kept: streams, dropped: [] }
    const kept: Stream[] = []
    const dropped: Drop[] = []
    for (const stream of streams) {
      const missing = wanted.find((field) => !isPresent(readResultField(stream, field)))
      if (missing === undefined) kept.push(stream)
      else dropped.push({ stream, reason: `no ${missing}`, path: null })
    }
    return { kept, dropped }
  }
}

function isPresent(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  return !Array.isArray(value) || value.length > 0
}
