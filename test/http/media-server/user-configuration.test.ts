import type { UserConfiguration } from '@jellyfin/sdk/lib/generated-client/models/user-configuration.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { createApp, senderOf, signInApp } from '../../support/media-client.ts'
import type { Auth, RunningService } from '../../support/service.ts'
import { serviceTargets } from '../../support/service-targets.ts'

/** Everything of it, otherwise than usual. */
const chosen = {
  AudioLanguagePreference: 'ger',
  PlayDefaultAudioTrack: false,
  SubtitleLanguagePreference: 'eng',
  DisplayMissingEpisodes: true,
  GroupedFolders: ['1'.repeat(32)],
  SubtitleMode: 'Smart',
  DisplayCollectionsView: true,
  EnableLocalPassword: true,
  OrderedViews: ['2'.repeat(32), '3'.repeat(32)],
  LatestItemsExcludes: ['4'.repeat(32)],
  MyMediaExcludes: ['5'.repeat(32)],
  HidePlayedInLatest: false,
  RememberAudioSelections: false,
  RememberSubtitleSelections: false,
  EnableNextEpisodeAutoPlay: false,
  CastReceiverId: 'F007D354',
  AudioLanguages: ['ger', 'jpn'],
  SubtitleLanguages: ['eng', 'pt-BR', 'fr'],
} as const

describe.each(serviceTargets)('The configuration of a user on $name', ({ skip, start }) => {
  describe.skipIf(skip)('that an app sends', () => {
    const ends: (() => unknown)[] = []
    let nodes: RunningService[] = []
    let owner: Auth
    let config: object

    beforeAll(async () => {
      const source = await startFilmSource({
        files: ['Film.2015.1080p.BluRay.MULTi.ENGLISH.GERMAN.JAPANESE.x264.mkv'],
        ends: (end) => void ends.push(end),
      })
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, (end) => void ends.push(end))
      config = {
        sources: [source.source],
        mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', pin: '471100' }] },
      }
      owner = await nodes[0]!.createUser(config)
    })

    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })

    async function signIn(name: 'Olga' | 'Kim', auth = owner) {
      const isKim = name === 'Kim'
      const { token, userId } = await signInApp(nodes[0]!.url, {
        uuid: isKim ? `${auth.uuid}/Kim` : auth.uuid,
        password: isKim ? `${auth.password}/471100` : auth.password,
      })
      const send = senderOf(nodes[0]!.url, token)
      const read = async () => (await send('/Users/Me')).body.Configuration
      return { send, read, userId, token }
    }

    it('is as the standard has it while nobody has chosen anything', async () => {
      const { read } = await signIn('Olga')
      expect(await read()).toMatchObject({
        PlayDefaultAudioTrack: true,
        SubtitleMode: 'Default',
        HidePlayedInLatest: true,
        EnableNextEpisodeAutoPlay: true,
        AudioLanguages: [],
        SubtitleLanguages: [],
      })
    })

    it('comes back whole wherever the user is sent, on every node, by the standard SDK', async () => {
      const { userId, token, send } = await signIn('Olga')
      const app = createApp(nodes[0]!.url)
      app.update({ accessToken: token })
      await getUserApi(app).updateUserConfiguration({
        userId,
        userConfiguration: chosen as unknown as UserConfiguration,
      })
      for (const node of nodes) {
        const paths = [
          '/Users/Me',
          `/Users/${userId}`,
          '/Users',
          '/Service/Users',
          '/Service/Activity',
        ]
        for (const path of paths) {
          const { body } = await send(path, undefined, node.url)
          type User = { Id: string; Configuration: object }
          type Entry = User & { user?: User; users?: Entry[] }
          const list = ([body] as Entry[]).flat().flatMap((entry) => entry.users ?? entry)
          const users = list.map((entry) => entry.user ?? entry)
          const own = users.find(({ Id }) => Id === userId)!
          expect([path, own.Configuration]).toEqual([path, chosen])
        }
      }
      const again = await signInApp(nodes.at(-1)!.url, owner, 'another device')
      expect(again.signedIn.User!.Configuration).toEqual(chosen)
    })

    it('belongs to one user alone, and nobody else may change it', async () => {
      const [olga, kim] = [await signIn('Olga'), await signIn('Kim')]
      const before = await olga.read()
      for (const path of [
        `/Users/${olga.userId}/Configuration`,
        `/Users/Configuration?userId=${olga.userId}`,
      ]) {
        expect((await kim.send(path, { SubtitleMode: 'None' })).status).toBe(403)
      }
      expect((await olga.send(`/Users/${kim.userId}/Configuration`, {})).status).toBe(403)
      expect((await kim.send('/Users/Configuration', { SubtitleMode: 'Always' })).status).toBe(204)
      expect(await olga.read()).toEqual(before)
      expect((await kim.read()).SubtitleMode).toBe('Always')
      const { body } = await kim.send(`/Users/${olga.userId}`)
      expect(body.Configuration.SubtitleMode).toBe('Default')
      const seen = await olga.send(`/Users/${kim.userId}`)
      expect(seen.body.Configuration.SubtitleMode).toBe('Always')
    })

    it.each([
      ['a new list', { AudioLanguages: ['fre', 'eng'] }, ['fre', 'eng']],
      ['no list', { AudioLanguages: [] }, []],
      [
        'an app that knows one alone and changes nothing',
        { AudioLanguagePreference: 'ger' },
        ['ger', 'jpn'],
      ],
      ['an app that knows one alone', { AudioLanguagePreference: 'fre' }, ['fre', 'jpn']],
      [
        'an app that sends the list back as it came',
        { AudioLanguagePreference: 'jpn', AudioLanguages: ['ger', 'jpn'] },
        ['jpn'],
      ],
      ['an app that wants any language', { AudioLanguagePreference: '' }, []],
      [
        'more than ten, twice the same and what is no language',
        {
          AudioLanguages: Array.from('abcdefghijklm').flatMap((letter) => [
            `a${letter}`,
            `a${letter}`,
            '<b>',
            7,
          ]),
        },
        Array.from('abcdefghij').map((letter) => `a${letter}`),
      ],
    ])('takes the languages of %s', async (_what, body, expected) => {
      const { send, read } = await signIn('Olga')
      await send('/Users/Configuration', chosen)
      await send('/Users/Configuration', body)
      const { AudioLanguages, AudioLanguagePreference } = await read()
      expect(AudioLanguages).toEqual(expected)
      expect(AudioLanguagePreference).toBe(expected[0])
    })

    it('says what is heard first, by the order of its languages', async () => {
      const { send } = await signIn('Olga')
      const { body: films } = await send('/Items?IncludeItemTypes=Movie&Recursive=true&Limit=1')
      const heardFirst = async (body: object) => {
        await send('/Users/Configuration', { PlayDefaultAudioTrack: false, ...body })
        const info = await send(`/Items/${films.Items[0].Id}/PlaybackInfo`)
        const [{ MediaStreams, DefaultAudioStreamIndex }] = info.body.MediaSources
        return MediaStreams[DefaultAudioStreamIndex].Language
      }
      expect(await heardFirst({ AudioLanguages: ['jpn', 'ger'] })).toBe('jpn')
      expect(await heardFirst({ AudioLanguages: ['fre', 'ger', 'jpn'] })).toBe('ger')
    })

    it('keeps no more than it can use', async () => {
      const { send, read } = await signIn('Kim')
      const many = Array.from({ length: 5_000 }, (_, index) => index.toString(16).padStart(32, '0'))
      const body = {
        OrderedViews: [...many, 'no id', null],
        CastReceiverId: 'x'.repeat(100_000),
        SubtitleMode: 'Sometimes',
        HidePlayedInLatest: 'maybe',
        Other: 'x'.repeat(100_000),
      }
      expect((await send('/Users/Configuration', body)).status).toBe(204)
      const kept = await read()
      expect(kept.OrderedViews).toHaveLength(300)
      expect(kept.CastReceiverId.length).toBeLessThan(200)
      expect(kept).toMatchObject({ SubtitleMode: 'Default', HidePlayedInLatest: true })
      expect(kept).not.toHaveProperty('Other')
    })

    it('arranges and hides libraries, and hides nothing for good', async () => {
      const { send, userId } = await signIn('Kim')
      type Library = { Id: string }
      const ids = async (path: string): Promise<string[]> =>
        (await send(path)).body.Items.map(({ Id }: Library) => Id)
      await send('/Users/Configuration', {})
      const all = await ids('/UserViews')
      expect(all.length).toBeGreaterThan(2)
      const [first, second, ...rest] = all as [string, string, ...string[]]
      const dashed = second.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
      await send('/Users/Configuration', {
        OrderedViews: [...rest, dashed],
        MyMediaExcludes: [first],
      })
      const shown = [...rest, second]
      for (const path of ['/UserViews', `/Users/${userId}/Views`, `/Items?userId=${userId}`]) {
        expect([path, await ids(path)]).toEqual([path, shown])
      }
      const everything = [...rest, second, first]
      expect((await ids('/UserViews?includeHidden=true')).toSorted()).toEqual(everything.toSorted())
      expect(await ids('/Library/MediaFolders')).toHaveLength(all.length)
      expect(await ids(`/Items?parentId=${first}`)).not.toEqual([])
      expect(await ids('/UserViews')).not.toEqual(await ids('/Library/MediaFolders'))
    })

    it('says what is among the latest', async () => {
      const { send } = await signIn('Kim')
      await send('/Users/Configuration', {})
      const names = async (query = ''): Promise<string[]> =>
        (await send(`/Items/Latest?limit=200${query}`)).body.map(
          ({ Name }: { Name: string }) => Name,
        )
      const views = (await send('/UserViews')).body.Items as {
        Id: string
        CollectionType: string
      }[]
      const shows = views.find(({ CollectionType }) => CollectionType === 'tvshows')!.Id
      const films = views.find(({ CollectionType }) => CollectionType === 'movies')!.Id
      const [film] = (await send(`/Items/Latest?parentId=${films}`)).body as {
        Id: string
        Name: string
      }[]
      await send(`/UserPlayedItems/${film!.Id}`, {})
      expect(await names()).not.toContain(film!.Name)
      await send('/Users/Configuration', { HidePlayedInLatest: false })
      expect(await names()).toContain(film!.Name)
      expect(await names('&isPlayed=false')).not.toContain(film!.Name)
      await send('/Users/Configuration', { LatestItemsExcludes: [shows], HidePlayedInLatest: true })
      expect((await names()).filter((name) => name.startsWith('Show'))).toEqual([])
      expect(await names('&isPlayed=true')).toContain(film!.Name)
      expect(await names(`&parentId=${shows}`)).not.toEqual([])
    })

    it('goes with its user', async () => {
      const auth = await nodes[0]!.createUser(config)
      const { send } = await signIn('Kim', auth)
      await send('/Users/Configuration', { SubtitleMode: 'Always' })
      await send('/DisplayPreferences/usersettings?client=emby', { CustomPrefs: { a: 'b' } })
      const { body } = await nodes[0]!.request('/api/v1/user', { auth })
      const saved = body.data.userData
      const change = (users: object[]) =>
        nodes[0]!.request('/api/v1/user', {
          auth,
          method: 'PUT',
          json: { config: { ...saved, mediaServer: { ...saved.mediaServer, users } } },
        })
      await change([])
      // The same user by the same id, so that whatever was left behind would come back.
      const [{ id }] = saved.mediaServer.users
      const comeBack = async () => {
        await change([{ id, name: 'Kim', pin: '471100' }])
        const kim = await signIn('Kim', auth)
        const kept = await kim.read()
        const { body: preferences } = await kim.send('/DisplayPreferences/usersettings?client=emby')
        await change([])
        return [kept.SubtitleMode, preferences.CustomPrefs]
      }
      await expect.poll(comeBack).toEqual(['Default', {}])
    })
  })
})
