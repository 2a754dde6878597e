import type { Configuration } from './configuration.ts'

export type Part = { readonly [key: string]: unknown }

export function partOf(configuration: Configuration, keys: readonly string[]): Part {
  return Object.fromEntries(
    keys.flatMap((key) => (configuration[key] === undefined ? [] : [[key, configuration[key]]])),
  )
}

export function withPart(
  configuration: Configuration,
  keys: readonly string[],
  part: Part,
): Configuration {
  const others = Object.entries(configuration).filter(([key]) => !keys.includes(key))
  return { ...Object.fromEntries(others), ...part }
}
