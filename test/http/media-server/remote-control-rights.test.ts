import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { signInApp } from '../../support/media-client.ts'
import { startRemoteHome } from '../../support/remote-home.ts'
import type { RemoteHome } from '../../support/remote-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

type App = Awaited<ReturnType<typeof signInApp>>

const second = 10_000_000
const nothing = '0'.repeat(32)

describe.each(serviceTargets)('Who may control what, on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const ends = suiteEndings()
    let home: RemoteHome

    beforeAll(async () => {
      home = await startRemoteHome(start, ends)
    })

    it('is for the first user everybody’s, for others their own', async () => {
      const { apps, stranger, ask, controllableBy, listen } = home
      const tv = await listen('tv')
      const bedroom = await listen('kimTv')
      expect(await controllableBy(apps['phone']!)).toEqual(['bedroom', 'tv'])
      expect(await controllableBy(apps['phone']!, apps['kim']!.userId)).toEqual(['bedroom'])
      expect(await controllableBy(apps['kim']!)).toEqual(['bedroom'])
      expect(await controllableBy(apps['nora']!)).toEqual([])
      expect(await controllableBy(stranger)).toEqual([])
      const listFor = `/Sessions?controllableByUserId=${apps['phone']!.userId}`
      expect((await ask(apps['kim']!, 'GET', listFor)).status).toBe(403)

      const tries: [App, string, number][] = [
        [apps['phone']!, tv.id, 204],
        [apps['phone']!, bedroom.id, 204],
        [apps['kim']!, bedroom.id, 204],
        [apps['kim']!, tv.id, 404],
        [apps['nora']!, bedroom.id, 404],
        [stranger, tv.id, 404],
        [apps['phone']!, nothing, 404],
      ]
      for (const [who, id, status] of tries) {
        for (const path of [
          `/Sessions/${id}/Playing/Stop`,
          `/Sessions/${id}/Command/Mute`,
          `/Sessions/${id}/System/GoHome`,
        ]) {
          expect([path, (await ask(who, 'POST', path)).status]).toEqual([path, status])
        }
        const said = await ask(who, 'POST', `/Sessions/${id}/Message`, { Text: 'x' })
        expect(said.status).toBe(status)
      }
      await expect.poll(() => tv.heard('Playstate')).toBe(1)
      await expect.poll(() => bedroom.heard('Playstate')).toBe(2)
    })

    it('is everybody’s for an API key, as it is for the first user', async () => {
      const { apps, ask, listen } = home
      const bedroom = await listen('kimTv')
      const made = await ask(apps['phone']!, 'POST', '/Auth/Keys?app=Home')
      const key = { ...apps['phone']!, token: made.body.AccessToken }
      expect((await ask(key, 'POST', `/Sessions/${bedroom.id}/Playing/Pause`)).status).toBe(204)
      expect((await bedroom.hear('Playstate')).Data.Command).toBe('Pause')
    })

    it('lets somebody watch along, who has it in their history and may control it', async () => {
      const { apps, ask, sessionOf, controllableBy, listen, itemsOf } = home
      const tv = await listen('tv')
      const kim = apps['kim']!
      const [, film] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=2')
      const path = `/Sessions/${tv.id}/User/${kim.userId}`
      expect((await ask(apps['nora']!, 'POST', path)).status).toBe(404)
      expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
      const own = `/Sessions/${tv.id}/User/${apps['phone']!.userId}`
      expect((await ask(apps['phone']!, 'POST', own)).status).toBe(400)
      expect((await sessionOf('tv')).AdditionalUsers).toEqual([
        { UserId: kim.userId, UserName: 'Kim' },
      ])
      expect(await controllableBy(kim)).toEqual(['tv'])
      const api = getSessionApi(apps['tv']!.app)
      await api.reportPlaybackStart({ playbackStartInfo: { ItemId: film!, PositionTicks: 0 } })
      const stop = { ItemId: film!, PositionTicks: 89 * 60 * second }
      await api.reportPlaybackStopped({ playbackStopInfo: stop })
      for (const who of [kim, apps['phone']!]) {
        const { body } = await ask(who, 'GET', `/UserItems/${film}/UserData`)
        expect(body).toMatchObject({ Played: true, PlayCount: 1 })
      }
      expect((await ask(apps['phone']!, 'DELETE', path)).status).toBe(204)
      expect((await sessionOf('tv')).AdditionalUsers).toEqual([])
      expect(await controllableBy(kim)).toEqual([])
      const [, , other] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=3')
      const alone = { ItemId: other!, PositionTicks: 89 * 60 * second }
      await api.reportPlaybackStopped({ playbackStopInfo: alone })
      expect((await ask(kim, 'GET', `/UserItems/${other}/UserData`)).body.Played).toBe(false)
    })

    it('joins nobody to somebody’s device who has a PIN, unless the first user does', async () => {
      const { apps, ask, listen } = home
      const bedroom = await listen('kimTv')
      const { body: users } = await ask(apps['phone']!, 'GET', '/Users')
      const mats = users.find(({ Name }: { Name: string }) => Name === 'Mats').Id
      const path = `/Sessions/${bedroom.id}/User/${mats}`
      expect((await ask(apps['kim']!, 'POST', path)).status).toBe(403)
      expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
      expect((await ask(apps['kim']!, 'DELETE', path)).status).toBe(204)
    })

    it('is done over GraphQL by the same rules', async () => {
      const { nodes, apps, stranger, listen, itemsOf } = home
      const tv = await listen('tv')
      const [film] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=1')
      const graphql = async (who: App, query: string) => {
        const headers = { authorization: `MediaBrowser Token="${who.token}"` }
        const { data, errors } = await nodes[0]!.graphql(query, { headers })
        return errors ? errors[0]!.extensions!.code : data
      }
      const list = '{ sessions(controllable: true) { id remoteControllable deviceName } }'
      expect(await graphql(apps['phone']!, list)).toEqual({
        sessions: [{ id: tv.id, remoteControllable: true, deviceName: 'The tv' }],
      })
      expect(await graphql(apps['kim']!, list)).toEqual({ sessions: [] })
      const play = `mutation { playOnSession(sessionId: "${tv.id}", command: PLAY_NEXT, itemIds: ["${film}"], startPositionMs: 2000) }`
      expect(await graphql(apps['phone']!, play)).toEqual({ playOnSession: true })
      expect((await tv.hear('Play')).Data).toMatchObject({
        PlayCommand: 'PlayNext',
        ItemIds: [film],
        StartPositionTicks: 2 * second,
      })
      expect(await graphql(apps['kim']!, play)).toBe('NOT_FOUND')
      const seek = `mutation { controlPlayback(sessionId: "${tv.id}", command: SEEK, positionMs: 1000) }`
      expect(await graphql(apps['phone']!, seek)).toEqual({ controlPlayback: true })
      expect((await tv.hear('Playstate')).Data.SeekPositionTicks).toBe(second)
      const volume = `mutation { sendCommand(sessionId: "${tv.id}", command: SET_VOLUME, arguments: [{ name: "Volume", value: "40" }]) }`
      expect(await graphql(apps['phone']!, volume)).toEqual({ sendCommand: true })
      expect((await tv.hear('GeneralCommand')).Data.Arguments).toEqual({ Volume: '40' })
      expect(await graphql(stranger, volume)).toBe('NOT_FOUND')
    })

    it('is bounded: nobody gives more than 600 commands in a minute', async () => {
      const { apps, ask, listen } = home
      const bedroom = await listen('kimTv')
      const statuses = new Map<number, number>()
      for (let round = 0; round < 13; round++) {
        const some = Array.from({ length: 50 }, () =>
          ask(apps['kim']!, 'POST', `/Sessions/${bedroom.id}/Playing/Pause`),
        )
        for (const { status } of await Promise.all(some)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      expect(statuses.get(429)).toBeGreaterThanOrEqual(50)
      expect((statuses.get(204) ?? 0) + statuses.get(429)!).toBe(650)
    })

    it('answers as the standard describes it', () => {
      const { answers } = home
      expect(answers.count()).toBeGreaterThan(0)
      expect(answers.problems).toEqual([])
    })
  })
})
