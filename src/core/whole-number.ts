import { AppError } from './errors.ts'

/** Throws BAD_REQUEST, with the name, for anything but a whole number from 1 on. */
export function requireWhole(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new AppError('BAD_REQUEST', `${name} must be a whole number from 1 to ${most}.`)
}
