import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const home = await startActivityHome(afterAll)
for (const name of ['Olga', 'Plain', 'Closed']) {
  for (const film of home.films.slice(0, 2)) await home.watch(name, film)
}
const other = await startActivityHome(afterAll)
await other.watch('Olga', other.films[0]!)

const document = `query ($users: [ID!]) {
  plays(filter: { users: $users }, orderBy: OLDEST) { nodes { id itemKey item { id } } }
}`
const deletion = 'mutation ($ids: [ID!]!) { deletePlays(ids: $ids) }'
const watched = 'query ($id: ID!) { history(userId: $id) { nodes { itemKey playCount } } }'

const playsOf = async (caller: string, of: string, from = home) =>
  (await from.ask(caller, document, { users: [from.ids[of]!] })).plays.nodes as readonly {
    id: string
    itemKey: string
    item: { id: string }
  }[]
const remove = (caller: string, ids: readonly string[]) => home.ask(caller, deletion, { ids })

describe('Single plays', () => {
  it('have the key that clearHistory takes', async () => {
    const [first] = await playsOf('Olga', 'Olga')
    const { history } = await home.ask('Olga', watched, { id: home.ids['Olga'] })
    expect(history.nodes).toContainEqual({ itemKey: first!.itemKey, playCount: 1 })
  })

  it('are deleted by those who may clear the history', async () => {
    const [first, second] = await playsOf('Olga', 'Plain')
    expect(await remove('Closed', [first!.id])).toBe('FORBIDDEN')
    expect(await remove('Plain', [first!.id, first!.id])).toEqual({ deletePlays: 1 })
    expect(await remove('Plain', [first!.id])).toEqual({ deletePlays: 0 })
    expect(await playsOf('Plain', 'Plain')).toEqual([second])
    expect(await remove('Olga', [second!.id])).toEqual({ deletePlays: 1 })
    expect(await playsOf('Plain', 'Plain')).toEqual([])
  })

  it('are counted and exported no more, and the entries stay', async () => {
    const users = [home.ids['Closed']!]
    const [first] = await playsOf('Olga', 'Closed')
    expect(await remove('Guest', [first!.id])).toEqual({ deletePlays: 0 })
    expect(await remove('Closed', [first!.id])).toEqual({ deletePlays: 1 })
    const counted = `query ($users: [ID!]) {
      topTitles(filter: { users: $users }) { plays item { id } }
      playStatistics(filter: { users: $users }, bucket: ALL) { buckets { plays } }
    }`
    const { topTitles, playStatistics } = await home.ask('Olga', counted, { users })
    expect(topTitles).toEqual([{ plays: 1, item: { id: home.films[1]!.Id } }])
    expect(playStatistics.buckets).toEqual([{ plays: 1 }])
    const { exportHistory } = await home.ask('Closed', '{ exportHistory }')
    const own = ({ userId }: { userId: string }) => users.includes(userId)
    expect(exportHistory.plays.filter(own)).toHaveLength(1)
    const { history } = await home.ask('Closed', watched, { id: users[0] })
    expect(history.nodes).toHaveLength(2)
  })

  it('of others are not deleted, nor is anything for what is no id', async () => {
    const [foreign] = await playsOf('Olga', 'Olga', other)
    expect(await remove('Olga', [foreign!.id])).toEqual({ deletePlays: 0 })
    expect(await playsOf('Olga', 'Olga', other)).toEqual([foreign])
    expect(await remove('Olga', ['nothing'])).toBe('BAD_REQUEST')
    expect(await remove('Olga', Array<string>(501).fill(foreign!.id))).toBe('BAD_REQUEST')
  })
})
