import { folded } from '../../core/folded-text.ts'

/** Folded names with the places where they stand, rising. */
export type NameIndex = ReadonlyMap<string, readonly number[]>

export function indexNames(names: readonly string[]): NameIndex {
  return indexFolded(names.map((name) => [folded(name)]))
}

/** The names at one place are folded already. */
export function indexFolded(names: readonly (readonly string[])[]): NameIndex {
  const index = new Map<string, number[]>()
  for (const [place, some] of names.entries()) {
    for (const name of new Set(some)) {
      const places = index.get(name)
      if (places) places.push(place)
      else index.set(name, [place])
    }
  }
  return index
}

/** Rising. `names`: folded. */
export function placesOf(index: NameIndex, names: readonly string[]): readonly number[] {
  const found = new Set(names.flatMap((name) => index.get(name) ?? []))
  return [...found].sort((a, b) => a - b)
}

/** Undefined: none of them stands there. */
export function firstPlace(index: NameIndex, names: readonly string[]): number | undefined {
  const places = names.flatMap((name) => index.get(name)?.[0] ?? [])
  return places.length === 0 ? undefined : Math.min(...places)
}

export function hasName(index: NameIndex, names: readonly string[]): boolean {
  return names.some((name) => index.has(name))
}
