import { isRecord } from '../../../core/json.ts'

export type Check = (value: unknown) => boolean

// Plain functions: the schema library would take a third of this process's memory.
export const text =
  (most: number, least = 1): Check =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most
export const whole =
  (most: number, least = 0): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
export const yesOrNo: Check = (value) => typeof value === 'boolean'
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string)
export const orNothing =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value)
export const list =
  (most: number, check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check)

export function shape(checks: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(checks)
  return (value) => isRecord(value) && entries.every(([name, check]) => check(value[name]))
}

export const time = whole(Number.MAX_SAFE_INTEGER)
export const count = whole(1_000_000)
