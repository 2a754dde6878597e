import type { HistoryStore } from '../../model/history-store.ts'
import type { Household, Profile } from '../../model/household.ts'

export async function historyOwners(
  store: Pick<HistoryStore, 'historyIdOf'>,
  { configuration }: Household,
  profiles: readonly Profile[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(profiles.map(({ historyOwner }) => historyOwner))]
  const numbers = await Promise.all(ids.map((id) => store.historyIdOf(configuration, id)))
  return new Map(numbers.map((number, index) => [number, ids[index]!]))
}
