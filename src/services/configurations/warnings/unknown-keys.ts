import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { isRecord } from '../../../core/json.ts'
import { warn } from '../../../model/warning-texts.ts'
import type { WarningAt, WarningText } from '../../../model/warning-texts.ts'
import { userDataSchema, type UserData } from '../../../model/user-data.ts'

type Node = z.core.JSONSchema.BaseSchema

/** Longer keys are no typing errors, and comparing them takes time. */
const maxComparedLength = 40
const maxListed = 20

let described: Node | undefined

/** Unknown keys at any depth with the most similar known key; skips parts with free keys. */
export function* findUnknownKeys(userData: UserData): Generator<WarningAt> {
  described ??= z.toJSONSchema(userDataSchema, { io: 'input' })
  yield* visit(userData, [described], [])
}

function* visit(
  value: unknown,
  nodes: readonly Node[],
  path: readonly PropertyKey[],
): Generator<WarningAt> {
  const choices = nodes.flatMap(choicesOf)
  if (Array.isArray(value)) {
    const items = choices.flatMap(({ items }) => (isNode(items) ? [items] : []))
    if (items.length === 0) return
    for (const [index, entry] of value.entries()) yield* visit(entry, items, [...path, index])
  } else if (isRecord(value)) {
    const keys = new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})))
    if (keys.size === 0) return
    for (const [key, entry] of Object.entries(value)) {
      const at = [...path, key]
      if (!keys.has(key)) yield { path: at, ...describe(key, [...keys]) }
      else {
        const below = choices.map(({ properties }) => properties?.[key]).filter(isNode)
        yield* visit(entry, below, at)
      }
    }
  }
}

function choicesOf(node: Node): Node[] {
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].filter(isNode)
  return [node, ...choices.flatMap(choicesOf)]
}

function isNode(value: unknown): value is Node {
  return isRecord(value)
}

function describe(key: string, known: readonly string[]): WarningText {
  const near = nearest(key, known)
  if (near !== null) return warn('UNKNOWN_NEAR', { near })
  const listed = known.slice(0, maxListed).join(', ')
  return warn('UNKNOWN_KEY', { known: `${listed}${known.length > maxListed ? ' …' : ''}` })
}

export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > maxComparedLength) return null
  const written = word.toLowerCase()
  const near = closest(
    written,
    known.map((one) => one.toLowerCase()),
  )
  const swapped = lettersOf(written) === lettersOf(near)
  const allowed = Math.max(swapped ? 2 : 1, Math.floor(written.length / 3))
  if (distance(written, near) > allowed) return null
  return known.find((one) => one.toLowerCase() === near)!
}

function lettersOf(word: string): string {
  return word.split('').toSorted().join('')
}
