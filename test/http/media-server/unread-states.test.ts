import { afterAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../support/statements.ts'
import { startTimedHome } from '../../support/timed-home.ts'

const { olga, send, film } = await startTimedHome(afterAll)

async function read(path: string) {
  let text = ''
  const statements = await statementsOf(async () => {
    text = (await send(olga.token, 'GET', path)).text
  })
  const states = statements.filter((sql) =>
    sql.startsWith('select item_key, title_key from history'),
  )
  const titles = statements.filter((sql) => /from `?title_ids/.test(sql))
  return { text, states: states.length, titles: titles.length }
}

describe('Watch states of items are read', () => {
  it('for lists that show them', async () => {
    expect((await send(olga.token, 'POST', `/UserPlayedItems/${film}`)).status).toBe(200)
    const { text, states } = await read('/Items?recursive=true&includeItemTypes=Movie&limit=5')
    expect(JSON.parse(text).Items).toHaveLength(5)
    expect(states).toBe(1)
  })

  it('once for an opened title, its versions included', async () => {
    const { text, states } = await read(`/Items/${film}`)
    expect(JSON.parse(text)).toMatchObject({ Id: film, UserData: { Played: true } })
    expect(states).toBe(1)
    const [, other] = JSON.parse((await read('/Items?recursive=true&includeItemTypes=Movie')).text)
      .Items as { Id: string }[]
    expect(await read(`/Items/${other!.Id}`)).toMatchObject({ states: 1, titles: 1 })
  })

  it('for libraries without a look at the ids of titles', async () => {
    const { text, states, titles } = await read('/UserViews')
    expect(JSON.parse(text).Items.length).toBeGreaterThan(0)
    expect({ states, titles }).toEqual({ states: 1, titles: 0 })
  })

  it('for libraries with statements that are written once, which knex need not build', async () => {
    // What was asked for before is stored a little later.
    await expect
      .poll(async () => {
        const statements = await statementsOf(() => send(olga.token, 'GET', '/UserViews'))
        return [statements.length > 0, statements.filter((sql) => sql.includes('`'))]
      })
      .toEqual([true, []])
  })

  it('not for the history, whose entries are the states', async () => {
    const { text, states } = await read('/Service/History')
    expect(JSON.parse(text).items).toMatchObject([{ played: true, item: { Id: film } }])
    expect(states).toBe(0)
  })

  it('not for search hints, which do not show them', async () => {
    const { text, states } = await read('/Search/Hints?searchTerm=Film')
    expect(JSON.parse(text).SearchHints.length).toBeGreaterThan(0)
    expect(states).toBe(0)
  })
})
