import { maxItems, type View } from './state.ts'

export const empty = Symbol('empty')
export const blank = Symbol('blank')

export function isTruthy(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined
}

export function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return Array.isArray(value) ? value.map(toText).join('') : ''
  }
}

export function toNumber(value: unknown): number {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isNaN(number) ? 0 : number
}

export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.length > maxItems ? value.slice(0, maxItems) : value
  return isAbsent(value) ? [] : [value]
}

export function isView(value: unknown): value is View {
  return typeof value === 'object' && value !== null && 'field' in value
}

/** Fields of views, list indexes, `size`, `first` and `last`; never JavaScript's own properties. */
export function readProperty(value: unknown, key: unknown): unknown {
  if (typeof value === 'string') return key === 'size' ? value.length : undefined
  if (Array.isArray(value)) {
    if (typeof key === 'number') return value.at(key)
    return key === 'size'
      ? value.length
      : key === 'first'
        ? value[0]
        : key === 'last'
          ? value.at(-1)
          : undefined
  }
  return isView(value) && typeof key === 'string' ? value.field(key) : undefined
}

export function isEqual(left: unknown, right: unknown): boolean {
  if (typeof left === 'symbol') return typeof right !== 'symbol' && fits(right, left)
  if (typeof right === 'symbol') return fits(left, right)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]))
  }
  return left === right || (isAbsent(left) && isAbsent(right))
}

export function isBelow(left: unknown, right: unknown): boolean {
  return isOrdered(left) && isOrdered(right) && left < right
}

export function isAtMost(left: unknown, right: unknown): boolean {
  return isOrdered(left) && isOrdered(right) && left <= right
}

export function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((item) => isEqual(item, part))
  return typeof whole === 'string' && !isAbsent(part) && whole.includes(toText(part))
}

function isOrdered(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined
}

function fits(value: unknown, wanted: symbol): boolean {
  if (wanted === blank) {
    if (isAbsent(value) || value === false) return true
    if (typeof value === 'string') return value.trim() === ''
  }
  return (typeof value === 'string' || Array.isArray(value)) && value.length === 0
}
