import type { PlayRow } from '../plays/rows.ts'

/** Characters that the columns take. */
const longest = {
  device_id: 255,
  device_name: 255,
  client: 255,
  version_name: 500,
  resolution: 20,
  source: 255,
  service: 100,
  tracker: 100,
} as const satisfies Partial<Record<keyof PlayRow, number>>

/** Cuts texts to what their columns take. */
export function fittingRow<T extends Partial<PlayRow>>(row: T): T {
  const cut = Object.entries(longest).flatMap(([name, length]) => {
    const text = row[name as keyof typeof longest]
    return typeof text === 'string' && text.length > length ? [[name, text.slice(0, length)]] : []
  })
  return { ...row, ...Object.fromEntries(cut) }
}
