import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { mark, startChildrenHome } from '../../support/children-home.ts'
import { listen } from '../../support/event-stream.ts'
import { selectionOf } from '../../support/schema-questions.ts'
import { until } from '../../support/until.ts'

const { service, send, ids, gentle, olga, kim } = await startChildrenHome(afterAll)
const named = Object.values(ids)

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
    return {
      stop: events.stop,
      count: () => heard.length,
      text: (from = 0) => heard.slice(from).join('\n'),
    }
  }

  /** One play that has ended, and one that goes on. */
  async function play({ token }: typeof kim, item: string): Promise<void> {
    const report = { ItemId: item, PositionTicks: 0 }
    await send(token, 'POST', '/Sessions/Playing', report)
    const end = { ...report, PositionTicks: 30e9 }
    await send(token, 'POST', '/Sessions/Playing/Stopped', end)
    await send(token, 'POST', '/Sessions/Playing', report)
  }

  it.each(Object.values(schema.getSubscriptionType()!.getFields()))(
    '$name tells a user nothing of what they may not watch, unlike others',
    async (field) => {
      const query = `subscription { ${field.name} ${selectionOf(field.type, 3)} }`
      const [toKim, toOlga] = [await hear(kim, query), await hear(olga, query)]
      const hasHeard = (who: typeof toKim, word: string, from: number) =>
        who.text(from).toLowerCase().includes(word)
      await until('the first user to hear of it', async () => {
        await play(olga, ids.film)
        return hasHeard(toOlga, mark, 0)
      })
      // Events come in order: once this one is heard, what went before was not told.
      const before = toKim.count()
      const word = field.name === 'activityChanged' ? 'activitychanged' : 'meadow'
      await until('the user to hear of an own play', async () => {
        await play(kim, gentle)
        return hasHeard(toKim, word, before)
      })
      expect(toKim.text().toLowerCase()).not.toContain(mark)
      expect(named.filter((id) => toKim.text().includes(id))).toEqual([])
      toKim.stop()
      toOlga.stop()
    },
  )
})
