import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const document = `query ($filter: ActivityFilter) {
  playUsers(filter: $filter) {
    user { name } plays finished watchedMs lastPlay { item { name } user { name } startedAt }
  }
}`

type PlayUser = {
  readonly user: { readonly name: string }
  readonly plays: number
  readonly finished: number
  readonly watchedMs: number
  readonly lastPlay: { readonly item: { readonly name: string } } | null
}

describe('Users and what they have watched, over GraphQL', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    for (const name of ['Olga', 'Guest', 'Plain', 'Closed']) await home.watch(name, home.films[0]!)
    await home.watch('Olga', home.films[1]!, 2_000)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const ask = async (name: string, filter: object = {}) =>
    (await home.ask(name, document, { filter })).playUsers as readonly PlayUser[]
  const told = (found: readonly PlayUser[]) =>
    found.map(({ user, plays, finished, lastPlay }) => [
      user.name,
      plays,
      finished,
      lastPlay?.item.name ?? null,
    ])

  it('are all whose history the caller may read, those who share one and those without plays too', async () => {
    expect(told(await ask('Olga'))).toEqual([
      ['Olga', 2, 1, 'Film 1'],
      ['Plain', 1, 1, 'Film 0'],
      ['Closed', 1, 1, 'Film 0'],
      ['Hidden', 0, 0, null],
      ['Guest', 1, 1, 'Film 0'],
    ])
    const names = (await ask('Plain')).map(({ user }) => user.name)
    expect(names).not.toContain('Closed')
  })

  it('count what a filter fits', async () => {
    const users = [home.ids['Olga'], home.ids['Plain']]
    expect(told(await ask('Olga', { users, finished: true }))).toEqual([
      ['Olga', 1, 1, 'Film 0'],
      ['Plain', 1, 1, 'Film 0'],
    ])
    expect(told(await ask('Olga', { users, to: '2001-01-01T00:00:00Z' }))).toEqual([
      ['Olga', 0, 0, null],
      ['Plain', 0, 0, null],
    ])
  })

  it('are refused to who may not read them', async () => {
    expect(await home.ask('Plain', document, { filter: { users: [home.ids['Closed']] } })).toBe(
      'FORBIDDEN',
    )
  })
})
