import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { serviceTargets } from '../../support/service-targets.ts'

const second = 10_000_000

type Report = { kind: 'Progress' | 'Ping' | 'ping'; seconds: number | null; paused: boolean | null }

const report = fc.record<Report>({
  kind: fc.constantFrom('Progress', 'Progress', 'Ping', 'ping'),
  seconds: fc.option(fc.integer({ min: 0, max: 3_000 })),
  paused: fc.option(fc.boolean()),
})

describe.each(serviceTargets)('The place of a play on $name', ({ skip, start }) => {
  it.skipIf(skip)(
    'is the last one that was told, nought included, whatever is reported between',
    async () => {
      const source = await startFilmSource({ films: 2, series: 1, ends: afterAll })
      const nodes = await start({}, afterAll)
      const [node] = nodes
      const owner = await node!.createUser({ sources: [source.source] })
      const { token } = await signInApp(node!.url, owner)
      const ask = senderOf(node!.url, token)
      const send = async (path: string, body?: object, url?: string) =>
        (await ask(path, body, url)).body
      const { Items } = await send('/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName')
      const [film, other] = Items.map(({ Id }: { Id: string }) => Id) as string[]
      async function place(url?: string): Promise<number | undefined> {
        const [session] = await send('/Sessions', undefined, url)
        return session.NowPlayingItem && session.PlayState.PositionTicks
      }
      async function pingItem(itemId: string): Promise<void> {
        const query = `mutation { reportPlayback(itemId: "${itemId}", event: PING) }`
        expect(await send('/graphql', { query })).toEqual({ data: { reportPlayback: true } })
      }

      const property = fc.asyncProperty(
        fc.option(fc.integer({ min: 0, max: 3_000 })),
        fc.array(report, { maxLength: 6 }),
        async (from, reports) => {
          let told = from
          const ticks = (seconds: number | null) =>
            seconds === null ? {} : { PositionTicks: seconds * second }
          await send('/Sessions/Playing', { ItemId: film, PlaySessionId: 'x', ...ticks(from) })
          for (const { kind, seconds, paused } of reports) {
            if (kind === 'Ping') await send('/Sessions/Playing/Ping?playSessionId=x', {})
            else if (kind === 'ping') await pingItem(film!)
            else {
              const body = { ItemId: film, PlaySessionId: 'x', IsPaused: paused ?? undefined }
              await send('/Sessions/Playing/Progress', { ...body, ...ticks(seconds) })
              told = seconds ?? told
            }
            expect(await place()).toBe(told === null ? undefined : told * second)
          }
          // What keeps a play alive also tells the other nodes where it is.
          await send('/Sessions/Playing/Ping', {})
          expect(await place(nodes.at(-1)!.url)).toBe(told === null ? undefined : told * second)
          // Something else that is said to go on has not begun.
          await pingItem(other!)
          expect((await send('/Sessions'))[0].NowPlayingItem.Id).toBe(film)
          // A stop without a place means that one, from five percent on.
          await send('/Sessions/Playing/Stopped', { ItemId: film, PlaySessionId: 'x' })
          const { PlaybackPositionTicks } = await send(`/UserItems/${film}/UserData`)
          const kept = told !== null && told >= 270 ? told * second : 0
          expect(PlaybackPositionTicks).toBe(kept)
          await send(`/UserPlayedItems/${film}`, {})
          await fetch(`${node!.url}/UserPlayedItems/${film}`, {
            method: 'DELETE',
            headers: { 'x-emby-token': token },
          })
          await send('/Sessions/Playing', { ItemId: other, PlaySessionId: 'y' })
          await send('/Sessions/Playing/Stopped', { ItemId: other, PlaySessionId: 'y' })
        },
      )
      await fc.assert(property, { numRuns: 25 })
    },
    120_000,
  )
})
