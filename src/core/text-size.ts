const counted = new WeakMap<object, number>()

export function charactersOf(value: object): number {
  const known = counted.get(value)
  if (known !== undefined) return known
  const characters = charactersIn(value)
  counted.set(value, characters)
  return characters
}

export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += charactersIn(item)
  else
    for (const name in value) sum += name.length + charactersIn(value[name as keyof typeof value])
  return sum
}
