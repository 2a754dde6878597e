import { getSessionApi } from '@jellyfin/sdk/lib/utils/api/session-api.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import { startRemoteHome } from '../../support/remote-home.ts'
import type { RemoteHome } from '../../support/remote-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

const second = 10_000_000
const nothing = '0'.repeat(32)

describe.each(serviceTargets)('Remote control on $name', ({ skip, start }) => {
  describe.skipIf(skip)('with the standard SDK', () => {
    const ends = suiteEndings()
    let home: RemoteHome

    beforeAll(async () => {
      home = await startRemoteHome(start, ends)
    })

    it('is offered only for a device that is connected and takes commands', async () => {
      const { apps, controllableBy, listen } = home
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
      const { apps, ask, sessionOf, urlOf } = home
      const path =
        '/Sessions/Capabilities?playableMediaTypes=Video&supportedCommands=Mute,Unmute&supportsMediaControl=true'
      expect((await ask(apps['phone']!, 'POST', path)).status).toBe(204)
      await openAppSocket(urlOf('phone'), apps['phone']!.token, onTestFinished)
      await expect
        .poll(async () => sessionOf('phone'))
        .toMatchObject({ SupportsRemoteControl: true, SupportedCommands: ['Mute', 'Unmute'] })
    })

    it('plays, in the words that the web client, Android TV and Kodi read', async () => {
      const { apps, ask, listen, itemsOf } = home
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
      const { apps, ask, listen, itemsOf } = home
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
      const { apps, listen } = home
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
      const { apps, listen, itemsOf } = home
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
      const { apps, ask, listen, urlOf } = home
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

    it('says why it fails: gone, not willing, unknown words, missing values', async () => {
      const { apps, ask, listen, itemsOf } = home
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
      const { apps, sessionOf, listen, itemsOf } = home
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

    it('answers as the standard describes it', () => {
      const { answers } = home
      expect(answers.count()).toBeGreaterThan(0)
      expect(answers.problems).toEqual([])
    })
  })
})
