import type { SourceMeta } from '../../model/source-meta.ts'
import { textOf } from '../read-value.ts'

/** `1999`, `2008-2013`, `2019–`; the first field that begins with a year counts. */
export function yearsOf(...fields: readonly unknown[]): Pick<SourceMeta, 'year' | 'endYear'> {
  for (const field of fields) {
    const text = typeof field === 'number' ? String(field) : (textOf(field, 40) ?? '')
    const match = /^((?:18|19|20|21)\d\d)(?!\d)(?:\s*[-–—]\s*((?:18|19|20|21)\d\d)$)?/.exec(text)
    if (match) {
      const year = Number(match[1])
      const end = match[2] === undefined ? null : Number(match[2])
      return { year, endYear: end !== null && end >= year ? end : null }
    }
  }
  return { year: null, endYear: null }
}
