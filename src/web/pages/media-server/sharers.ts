import type { UserEntry } from '../../data/household.ts'

export function sharersOf({ id }: UserEntry, others: readonly UserEntry[]): readonly UserEntry[] {
  return id === undefined ? [] : others.filter(({ historyOf }) => historyOf === id)
}

export function namesOf(users: readonly UserEntry[]): string {
  return users.map(({ name = '' }) => name).join(', ')
}
