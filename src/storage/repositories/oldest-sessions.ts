import type { Knex } from 'knex'

/** Makes room for one more among the most that are kept: those seen longest ago end. */
export async function endOldest(
  sessions: () => Knex.QueryBuilder,
  own: Readonly<Record<string, number>>,
  most: number,
): Promise<void> {
  const beyond: readonly { id: number }[] = await sessions()
    .where(own)
    .orderBy('seen_at', 'desc')
    .limit(most)
    .offset(most - 1)
    .select('id')
  const ended = beyond.map(({ id }) => id)
  if (ended.length > 0) await sessions().whereIn('id', ended).delete()
}
