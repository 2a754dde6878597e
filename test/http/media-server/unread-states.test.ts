import { afterAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../support/statements.ts'
import { startTimedHome } from '../../support/timed-home.ts'

const { olga, send, film } = await startTimedHome(afterAll)

async function read(path: string): Promise<{ text: string; states: number }> {
  let text = ''
  const statements = await statementsOf(async () => {
    text = (await send(olga.token, 'GET', path)).text
  })
  const states = statements.filter((sql) => sql.startsWith('select item_key from history'))
  return { text, states: states.length }
}

describe('Watch states of items are read', () => {
  it('for lists that show them', async () => {
    expect((await send(olga.token, 'POST', `/UserPlayedItems/${film}`)).status).toBe(200)
    const { text, states } = await read('/Items?recursive=true&includeItemTypes=Movie&limit=5')
    expect(JSON.parse(text).Items).toHaveLength(5)
    expect(states).toBe(1)
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
