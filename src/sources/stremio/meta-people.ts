import type { PersonRole } from '../../model/library-item.ts'
import type { SourcePerson } from '../../model/source-meta.ts'
import { listOf, recordOf, type JsonRecord } from '../../core/json.ts'
import { textOf, webAddressOf } from '../read-value.ts'
import { linkedNames, namesIn, type LinkedNames } from './meta-names.ts'

/** Either described in a list, or only named in a field or a link. */
const places: readonly { type: PersonRole; list: string; field: string }[] = [
  { type: 'Actor', list: 'cast', field: 'cast' },
  { type: 'Director', list: 'directors', field: 'director' },
  { type: 'Writer', list: 'writers', field: 'writer' },
  { type: 'Creator', list: 'creators', field: 'creator' },
  { type: 'Producer', list: 'producers', field: 'producer' },
]

const nobody: readonly SourcePerson[] = []
const maxOfRole = 100
const maxText = 200

/** Each once per role, actors first, in the order of the source. */
export function peopleOf(own: JsonRecord, links: LinkedNames): readonly SourcePerson[] {
  const extras = recordOf(own['app_extras'])
  const named = places.filter(
    ({ list, field }) => own[field] || extras[list] || linkedNames(links, list).length > 0,
  )
  if (named.length === 0) return nobody
  return named.flatMap(({ type, list, field }) => {
    const people = new Map<string, SourcePerson>()
    const add = (person: SourcePerson) => {
      const key = person.name.toLowerCase()
      if (people.size < maxOfRole && !people.has(key)) people.set(key, person)
    }
    // Described people come first, so that a bare name does not take the place.
    for (const value of [extras[list], own[field]]) described(value, type).forEach(add)
    for (const name of [...namesIn(own[field]), ...linkedNames(links, list)]) {
      add({ name, type, role: null, image: null })
    }
    return [...people.values()]
  })
}

function described(value: unknown, type: PersonRole): readonly SourcePerson[] {
  return listOf(value)
    .slice(0, 2 * maxOfRole)
    .flatMap((entry) => {
      const own = recordOf(entry)
      const name = textOf(own['name'], maxText)
      if (name === null) return []
      const role = textOf(own['character'], maxText)
      return [{ name, type, role, image: webAddressOf(own['photo']) }]
    })
}
