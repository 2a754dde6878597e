export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += charactersIn(item)
  else for (const [name, item] of Object.entries(value)) sum += name.length + charactersIn(item)
  return sum
}
