import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { mark, startChildrenHome } from '../../support/children-home.ts'
import { listen } from '../../support/event-stream.ts'
import { callOf, isTooMuch, selectionOf, takesIds } from '../../support/schema-questions.ts'
import { until } from '../../support/until.ts'

const { service, send, ids, gentle, playlist, collection, hidden, olga, kim, bob } =
  await startChildrenHome(afterAll)
const named = Object.values(ids)

/** What would end the walk: the sign-in of who walks, and the household. */
const endsIt = new Set(['signOut', 'changePassword', 'deleteUser', 'switchUser'])

/** Every mutation with every id: those whose answers tell something of what is forbidden. */
async function telling({ token }: typeof kim): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    if (endsIt.has(field.name)) continue
    for (const id of takesIds(field) ? [...named, gentle, playlist, collection, hidden] : ['']) {
      for (const depth of [4, 3, 2]) {
        const query = `mutation { ${callOf(field, id)} ${selectionOf(field.type, depth)} }`
        const { text, tells } = await send(token, 'POST', '/graphql', { query })
        const isNamed = named.some((one) => text.includes(one) && one !== id)
        if (tells || isNamed) found.add(field.name)
        if (!isTooMuch(text)) break
      }
    }
  }
  return [...found]
}

describe('What a user may not watch', () => {
  it('is told by no mutation, whatever id it gets', { timeout: 180_000 }, async () => {
    expect(await telling(kim)).toEqual([])
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
  })

  it('is told to others by all of these', { timeout: 180_000 }, async () => {
    expect((await telling(bob)).toSorted()).toMatchInlineSnapshot(`
      [
        "createCollection",
        "preparePlayback",
      ]
    `)
  })
})

describe('A subscription', () => {
  /** What somebody hears of it, as one text. */
  async function hear({ token }: typeof kim, query: string) {
    const heard: string[] = []
    const events = await listen(service.url, query, { authorization: `Bearer ${token}` })
    void (async () => {
      for (let event = await events.next(); event; event = await events.next()) {
        heard.push(JSON.stringify(event))
      }
    })().catch(() => {})
    return { stop: events.stop, text: () => heard.join('\n') }
  }

  async function play(item: string): Promise<void> {
    const report = { ItemId: item, PositionTicks: 0 }
    await send(olga.token, 'POST', '/Sessions/Playing', report)
    const end = { ...report, PositionTicks: 30e9 }
    await send(olga.token, 'POST', '/Sessions/Playing/Stopped', end)
  }

  /** `sessionsChanged` is for the first user alone. */
  const heardByAll: Readonly<Record<string, string>> = {
    playEnded: 'meadow',
    activityChanged: 'activitychanged',
  }

  it.each(Object.values(schema.getSubscriptionType()!.getFields()))(
    '$name tells a user nothing of what they may not watch, unlike others',
    async (field) => {
      const query = `subscription { ${field.name} ${selectionOf(field.type, 3)} }`
      const [toKim, toOlga] = [await hear(kim, query), await hear(olga, query)]
      const hasHeard = (who: typeof toKim, word: string) => async () => {
        await play(word === mark ? ids.film : gentle)
        return who.text().toLowerCase().includes(word)
      }
      await until('the first user to hear of it', hasHeard(toOlga, mark))
      // Events come in order: once this one is heard, what went before was not told.
      const heardLater = heardByAll[field.name]
      if (heardLater) await until('the user to hear the rest', hasHeard(toKim, heardLater))
      expect(toKim.text().toLowerCase()).not.toContain(mark)
      expect(named.filter((id) => toKim.text().includes(id))).toEqual([])
      toKim.stop()
      toOlga.stop()
    },
  )
})
