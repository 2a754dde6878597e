import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import type { Ending } from '../../support/ending.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { checkAnswers } from '../../support/jellyfin-schema.ts'
import { signInApp } from '../../support/media-client.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import type { Auth, RunningService } from '../../support/service.ts'

type App = Awaited<ReturnType<typeof signInApp>>

const second = 10_000_000
const nothing = '0'.repeat(32)

describe.each(serviceTargets)('Remote control on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const endings: (() => Promise<void>)[] = []
    const ends: Ending = (end) => void endings.push(end)
    let nodes: RunningService[] = []
    let owner: Auth
    let stranger: App
    let answers: ReturnType<typeof checkAnswers>
    const apps: Record<string, App> = {}

    beforeAll(async () => {
      const source = await startFilmSource({ films: 4, series: 2, ends })
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
      const [first] = nodes
      owner = await first!.createUser({
        sources: [source.source],
        mediaServer: {
          owner: { name: 'Olga' },
          users: [
            { name: 'Kim', password: 'her own password' },
            { name: 'Nora' },
            { name: 'Mats', pin: '471100' },
          ],
        },
      })
      const other = await first!.createUser({ sources: [source.source] })
      const of = (name: string) => ({ ...owner, uuid: `${owner.uuid}/${name}` })
      const kim = { uuid: `${owner.uuid}/Kim`, password: 'her own password' }
      apps['phone'] = await signInApp(first!.url, owner, 'phone')
      // What is controlled is on the other node, where there is one.
      apps['tv'] = await signInApp(nodes.at(-1)!.url, owner, 'tv')
      apps['kim'] = await signInApp(first!.url, kim, 'tablet')
      apps['kimTv'] = await signInApp(nodes.at(-1)!.url, kim, 'bedroom')
      apps['nora'] = await signInApp(first!.url, of('Nora'), 'laptop')
      stranger = await signInApp(first!.url, other, 'phone')
      answers = checkAnswers(apps['phone'].app.axiosInstance, first!.url)
    })

    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })

    const urlOf = (name: string): string =>
      ['tv', 'kimTv'].includes(name) ? nodes.at(-1)!.url : nodes[0]!.url

    async function ask(who: App, method: string, path: string, body?: object) {
      const response = await fetch(nodes[0]!.url + path, {
        method,
        headers: { 'x-emby-token': who.token, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
      const text = await response.text()
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
      const answer: any = text === '' ? null : JSON.parse(text)
      return { status: response.status, body: answer }
    }

    async function sessionOf(name: string, by = 'phone') {
      const { data } = await getSessionApi(apps[by]!.app).getSessions()
      const device = { tv: 'tv', kimTv: 'bedroom', phone: 'phone', kim: 'tablet' }[name]
      return data.find(({ DeviceId }) => DeviceId === device)!
    }

    async function controllableBy(who: App, userId = who.userId): Promise<string[]> {
      const { data } = await getSessionApi(who.app).getSessions({ controllableByUserId: userId })
      return data.map(({ DeviceId }) => DeviceId!).toSorted()
    }

    /** An app that takes commands, as the web client says it; it leaves with the test. */
    async function listen(name: string, capabilities: object = {}) {
      await getSessionApi(apps[name]!.app).postFullCapabilities({
        clientCapabilitiesDto: {
          PlayableMediaTypes: ['Audio', 'Video'],
          SupportedCommands: ['SetVolume', 'DisplayMessage', 'PlayState'],
          SupportsMediaControl: true,
          SupportsPersistentIdentifier: false,
          ...capabilities,
        },
      })
      const socket = await openAppSocket(urlOf(name), apps[name]!.token, onTestFinished)
      await expect
        .poll(async () => (await sessionOf(name)).SupportsRemoteControl)
        .toBe(!('SupportsMediaControl' in capabilities))
      return { ...socket, id: (await sessionOf(name)).Id! }
    }

    async function itemsOf(query: string): Promise<string[]> {
      const { body } = await ask(apps['phone']!, 'GET', `/Items?sortBy=SortName&${query}`)
      return body.Items.map(({ Id }: { Id: string }) => Id)
    }

    it('is offered only for a device that is connected and takes commands', async () => {
      const { app } = apps['phone']!
      expect(await controllableBy(apps['phone']!)).toEqual([])
      const tv = await listen('tv')
      expect(await controllableBy(apps['phone']!)).toEqual(['tv'])
      const { data } = await getSessionApi(app).getSessions({ deviceId: 'tv' })
      expect(data).toMatchObject([
        {
          SupportsMediaControl: true,
          SupportsRemoteControl: true,
          PlayableMediaTypes: ['Video', 'Audio'],
          SupportedCommands: ['SetVolume', 'DisplayMessage', 'PlayState'],
          Capabilities: { SupportsMediaControl: true, SupportsPersistentIdentifier: false },
        },
      ])
      tv.close()
      await expect.poll(() => controllableBy(apps['phone']!)).toEqual([])
      await listen('tv', { SupportsMediaControl: false })
      expect(await controllableBy(apps['phone']!)).toEqual([])
    })

    it('takes the older form of capabilities, in the query', async () => {
      const path =
        '/Sessions/Capabilities?playableMediaTypes=Video&supportedCommands=Mute,Unmute&supportsMediaControl=true'
      expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
      await openAppSocket(urlOf('phone'), apps['phone']!.token, onTestFinished)
      await expect
        .poll(async () => sessionOf('phone'))
        .toMatchObject({ SupportsRemoteControl: true, SupportedCommands: ['Mute', 'Unmute'] })
    })

    it('plays, in the words that the web client, Android TV and Kodi read', async () => {
      const tv = await listen('tv')
      const [film] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=1')
      await getSessionApi(apps['phone']!.app).play({
        sessionId: tv.id,
        playCommand: 'PlayNow',
        itemIds: [film!],
        startPositionTicks: 90 * second,
        mediaSourceId: film!,
        audioStreamIndex: 1,
        subtitleStreamIndex: -1,
        startIndex: 0,
      })
      expect(await tv.hear('Play')).toEqual({
        MessageType: 'Play',
        MessageId: expect.stringMatching(/^[\da-f]{32}$/),
        Data: {
          ItemIds: [film],
          StartPositionTicks: 90 * second,
          PlayCommand: 'PlayNow',
          ControllingUserId: apps['phone']!.userId,
          SubtitleStreamIndex: -1,
          AudioStreamIndex: 1,
          MediaSourceId: film,
          StartIndex: 0,
        },
      })
      for (const command of ['PlayNext', 'playlast'] as const) {
        const path = `/Sessions/${tv.id}/Playing?playCommand=${command}&itemIds=${film}`
        expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
      }
      expect((await tv.hear('Play')).Data).toEqual({
        ItemIds: [film],
        PlayCommand: 'PlayNext',
        ControllingUserId: apps['phone']!.userId,
      })
      expect((await tv.hear('Play')).Data.PlayCommand).toBe('PlayLast')
    })

    it('plays the aired regular episodes of a series, those of a season, and shuffles', async () => {
      const tv = await listen('tv')
      const [show] = await itemsOf('recursive=true&includeItemTypes=Series&limit=1')
      const { body } = await ask(apps['phone']!, 'GET', `/Shows/${show}/Episodes`)
      const regular = body.Items.filter(
        (one: { ParentIndexNumber: number; LocationType: string }) =>
          one.ParentIndexNumber > 0 && one.LocationType !== 'Virtual',
      )
      const ids = regular.map(({ Id }: { Id: string }) => Id)
      const play = async (command: string, id: string): Promise<string[]> => {
        const path = `/Sessions/${tv.id}/Playing?playCommand=${command}&itemIds=${id}`
        expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
        const { Data } = await tv.hear('Play')
        expect(Data.PlayCommand).toBe('PlayNow')
        return Data.ItemIds
      }
      expect(ids).toHaveLength(6)
      expect(await play('PlayNow', show!)).toEqual(ids)
      expect(await play('PlayNow', regular[0].SeasonId)).toEqual(ids.slice(0, 3))
      expect((await play('PlayShuffle', show!)).toSorted()).toEqual(ids.toSorted())
    })

    it.each([
      ['Stop', {}, {}],
      ['Pause', {}, {}],
      ['Unpause', {}, {}],
      ['PlayPause', {}, {}],
      ['NextTrack', {}, {}],
      ['PreviousTrack', {}, {}],
      ['Rewind', {}, {}],
      ['FastForward', {}, {}],
      ['Seek', { seekPositionTicks: 61 * second }, { SeekPositionTicks: 61 * second }],
      ['Seek', { seekPositionTicks: 0 }, { SeekPositionTicks: 0 }],
    ] as const)('says %s', async (command, query, data) => {
      const tv = await listen('tv')
      await getSessionApi(apps['phone']!.app).sendPlaystateCommand({
        sessionId: tv.id,
        command,
        ...query,
      })
      const { Data } = await tv.hear('Playstate')
      const ControllingUserId = apps['phone']!.userId
      expect(Data).toEqual({ Command: command, ControllingUserId, ...data })
    })

    it('gives every other command of the standard, with its arguments', async () => {
      const tv = await listen('tv')
      const api = getSessionApi(apps['phone']!.app)
      const ControllingUserId = apps['phone']!.userId
      await api.sendFullGeneralCommand({
        sessionId: tv.id,
        generalCommand: { Name: 'SetVolume', Arguments: { Volume: '40' }, ControllingUserId },
      })
      expect((await tv.hear('GeneralCommand')).Data).toEqual({
        Name: 'SetVolume',
        ControllingUserId,
        Arguments: { Volume: '40' },
      })
      await api.sendGeneralCommand({ sessionId: tv.id, command: 'ToggleMute' })
      await api.sendSystemCommand({ sessionId: tv.id, command: 'GoHome' })
      await api.sendMessageCommand({
        sessionId: tv.id,
        messageCommand: { Header: 'Dinner', Text: 'Come down', TimeoutMs: 5000 },
      })
      const [film] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=1')
      const shown = { itemId: film!, itemType: 'Movie', itemName: 'Film 0' } as const
      await api.displayContent({ sessionId: tv.id, ...shown })
      const heard: unknown[] = []
      while (heard.length < 4) heard.push((await tv.hear('GeneralCommand')).Data)
      expect(heard).toEqual([
        { Name: 'ToggleMute', ControllingUserId, Arguments: {} },
        { Name: 'GoHome', ControllingUserId, Arguments: {} },
        {
          Name: 'DisplayMessage',
          ControllingUserId,
          Arguments: { Header: 'Dinner', Text: 'Come down', TimeoutMs: '5000' },
        },
        {
          Name: 'DisplayContent',
          ControllingUserId,
          Arguments: { ItemId: film, ItemName: 'Film 0', ItemType: 'Movie' },
        },
      ])
    })

    it('reaches one of several windows of a device: the one that was opened last', async () => {
      const older = await listen('tv')
      const newer = await openAppSocket(urlOf('tv'), apps['tv']!.token, onTestFinished)
      const pause = () =>
        ask(apps['phone']!, 'POST', `/Sessions/${older.id}/Playing/Pause`).then(
          ({ status }) => status,
        )
      await expect
        .poll(async () => {
          await pause()
          return newer.heard('Playstate')
        })
        .toBeGreaterThan(0)
      const before = older.heard('Playstate')
      expect(await pause()).toBe(204)
      await newer.hear('Playstate')
      expect(older.heard('Playstate')).toBe(before)
      newer.close()
      await expect
        .poll(async () => {
          await pause()
          return older.heard('Playstate')
        })
        .toBeGreaterThan(before)
    })

    it('is for the first user everybody’s, for others their own', async () => {
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
      const bedroom = await listen('kimTv')
      const made = await ask(apps['phone']!, 'POST', '/Auth/Keys?app=Home')
      const key = { ...apps['phone']!, token: made.body.AccessToken }
      expect((await ask(key, 'POST', `/Sessions/${bedroom.id}/Playing/Pause`)).status).toBe(204)
      expect((await bedroom.hear('Playstate')).Data.Command).toBe('Pause')
    })

    it('says why it fails: gone, not willing, unknown words, missing values', async () => {
      const tv = await listen('tv')
      const post = (path: string, body?: object) =>
        ask(apps['phone']!, 'POST', `/Sessions/${tv.id}${path}`, body)
      expect(await post('/Playing/Dance')).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(/Stop, Pause/) },
      })
      expect((await post('/Playing/Seek')).status).toBe(400)
      expect((await post('/Playing/Seek?seekPositionTicks=-1')).status).toBe(400)
      expect((await post('/Command', { Name: 'Explode' })).status).toBe(400)
      expect((await post('/Command', {})).status).toBe(400)
      expect((await post('/Command/Explode')).status).toBe(400)
      expect((await post('/Message', {})).status).toBe(400)
      expect((await post('/Playing?playCommand=PlayNow')).status).toBe(400)
      expect((await post(`/Playing?playCommand=PlayNow&itemIds=${nothing}`)).status).toBe(404)
      const [film] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=1')
      expect((await post(`/Playing?playCommand=Sing&itemIds=${film}`)).status).toBe(400)
      expect((await post(`/Playing?playCommand=PlayInstantMix&itemIds=${film}`)).status).toBe(400)
      const Arguments = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, 'x']))
      expect((await post('/Command', { Name: 'SendKey', Arguments })).status).toBe(400)
      tv.cut()
      await expect.poll(async () => (await post('/Playing/Pause')).status).toBe(404)
      expect((await post('/Playing/Pause')).body.detail).toMatch(/not connected/)
      expect(tv.heard('GeneralCommand')).toBe(0)
    })

    it('shows what the device says of itself: title, place, volume, repeating, tracks', async () => {
      const [film] = await itemsOf('recursive=true&includeItemTypes=Movie&limit=1')
      const told = {
        ItemId: film!,
        PositionTicks: 60 * second,
        VolumeLevel: 35,
        IsMuted: true,
        IsPaused: true,
        CanSeek: true,
        RepeatMode: 'RepeatOne',
        PlaybackOrder: 'Shuffle',
        AudioStreamIndex: 2,
        SubtitleStreamIndex: -1,
        PlayMethod: 'DirectPlay',
      } as const
      const watcher = await listen('phone')
      watcher.say({ MessageType: 'SessionsStart', Data: '0,1000' })
      await watcher.hear('Sessions')
      await getSessionApi(apps['tv']!.app).reportPlaybackStart({ playbackStartInfo: told })
      const shown = {
        NowPlayingItem: { Id: film },
        PlayState: {
          PositionTicks: 60 * second,
          VolumeLevel: 35,
          IsMuted: true,
          IsPaused: true,
          CanSeek: true,
          RepeatMode: 'RepeatOne',
          PlaybackOrder: 'Shuffle',
          AudioStreamIndex: 2,
          SubtitleStreamIndex: -1,
          PlayMethod: 'DirectPlay',
        },
      }
      expect(await sessionOf('tv')).toMatchObject(shown)
      const { Data } = await watcher.hear('Sessions')
      expect(Data).toEqual(expect.arrayContaining([expect.objectContaining({ DeviceId: 'tv' })]))
      await getSessionApi(apps['tv']!.app).reportPlaybackProgress({
        playbackProgressInfo: { ...told, RepeatMode: 'RepeatAll', IsMuted: false, VolumeLevel: 0 },
      })
      expect(await sessionOf('tv')).toMatchObject({
        PlayState: { RepeatMode: 'RepeatAll', IsMuted: false, VolumeLevel: 0 },
      })
      await getSessionApi(apps['tv']!.app).reportPlaybackStopped({
        playbackStopInfo: { ItemId: film!, PositionTicks: 61 * second },
      })
      expect((await sessionOf('tv')).NowPlayingItem).toBeUndefined()
    })

    it('lets somebody watch along, who has it in their history and may control it', async () => {
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
      const bedroom = await listen('kimTv')
      const { body: users } = await ask(apps['phone']!, 'GET', '/Users')
      const mats = users.find(({ Name }: { Name: string }) => Name === 'Mats').Id
      const path = `/Sessions/${bedroom.id}/User/${mats}`
      expect((await ask(apps['kim']!, 'POST', path)).status).toBe(403)
      expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
      expect((await ask(apps['kim']!, 'DELETE', path)).status).toBe(204)
    })

    it('is done over GraphQL by the same rules', async () => {
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
      const volume = `mutation { sendCommand(sessionId: "${tv.id}", command: SET_VOLUME, arguments: {Volume: 40}) }`
      expect(await graphql(apps['phone']!, volume)).toEqual({ sendCommand: true })
      expect((await tv.hear('GeneralCommand')).Data.Arguments).toEqual({ Volume: '40' })
      expect(await graphql(stranger, volume)).toBe('NOT_FOUND')
    })

    it('is bounded: nobody gives more than 600 commands in a minute', async () => {
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
      expect(answers.count()).toBeGreaterThan(0)
      expect(answers.problems).toEqual([])
    })
  })
})
