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
    return { stop: events.stop, text: () => heard.join('\n') }
  }

  async function play(item: string): Promise<void> {
    const report = { ItemId: item, PositionTicks: 0 }
    await send(olga.token, 'POST', '/Sessions/Playing', report)
    const end = { ...report, PositionTicks: 30e9 }
    await send(olga.token, 'POST', '/Sessions/Playing/Stopped', end)
  }

  /** `sessionsChanged` tells others of their own devices alone. */
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
