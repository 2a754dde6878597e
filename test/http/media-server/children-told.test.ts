import { afterAll, describe, expect, it } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import { mark, startChildrenHome } from '../../support/children-home.ts'

const { service, send, limit, ids, gentle, playlist, kim, bob, olga } =
  await startChildrenHome(afterAll)

const policyOf = async (token: string, userId = '') => {
  const { text } = await send(token, 'GET', userId ? `/Users/${userId}` : '/Users/Me')
  const { MaxParentalRating, BlockUnratedItems, BlockedTags } = JSON.parse(text).Policy
  return { MaxParentalRating, BlockUnratedItems, BlockedTags }
}

const totalOf = async (token: string, path: string): Promise<number> =>
  JSON.parse((await send(token, 'GET', path)).text).TotalRecordCount

describe('A user who may not watch everything', () => {
  it('hears over the web socket of what is left alone', async () => {
    const socket = await openAppSocket(service.url, kim.token, afterAll)
    await send(kim.token, 'POST', `/UserFavoriteItems/${ids.film}`)
    await send(kim.token, 'POST', `/UserFavoriteItems/${gentle}`)
    const { Data } = await socket.hear('UserDataChanged')
    expect(Data.UserDataList.map(({ ItemId }: { ItemId: string }) => ItemId)).toEqual([gentle])
  })

  it('is counted only what is left', async () => {
    const paths = [
      '/Items?recursive=true&includeItemTypes=Movie,Series&limit=0',
      '/Items?recursive=true&filters=IsPlayed&limit=1',
      '/UserItems/Resume',
      `/Playlists/${playlist}/Items?limit=1`,
    ]
    const totals = (token: string) => Promise.all(paths.map((path) => totalOf(token, path)))
    expect(await totals(bob.token)).toEqual([4, 1, 1, 6])
    expect(await totals(kim.token)).toEqual([2, 0, 0, 3])
  })

  it('is counted only what is left of what others and the user have watched', async () => {
    const countsFor = async (token: string) => {
      const { users } = JSON.parse((await send(token, 'GET', '/Service/Activity')).text)
      const own = users.find(({ user }: { user: { Name: string } }) => user.Name === 'Bob')
      const { movies, episodes, inProgress, favorites } = own.counts
      return { movies, episodes, inProgress, favorites }
    }
    const none = { movies: 0, episodes: 0, inProgress: 0, favorites: 0 }
    expect(await countsFor(bob.token)).toEqual({ ...none, movies: 1, inProgress: 1, favorites: 4 })
    expect(await countsFor(kim.token)).toEqual(none)
    const playedIn = async (token: string) =>
      JSON.parse((await send(token, 'GET', `/Items/${playlist}`)).text).UserData
    expect((await playedIn(bob.token)).UnplayedItemCount).toBe(5)
    expect((await playedIn(kim.token)).UnplayedItemCount).toBe(3)
  })

  it('keeps what it does not see in a playlist that it changes', async () => {
    const shared = await send(olga.token, 'POST', '/Playlists', {
      Name: 'Ours',
      Ids: [ids.film, gentle],
      Users: [{ UserId: kim.userId, CanEdit: true }],
    })
    const list = JSON.parse(shared.text).Id
    const idsFor = async (token: string): Promise<string[]> =>
      JSON.parse((await send(token, 'GET', `/Playlists/${list}/Items`)).text).Items.map(
        ({ Id }: { Id: string }) => Id,
      )
    expect(await idsFor(kim.token)).toEqual([gentle])
    const change = { Name: 'Mine', Ids: [gentle] }
    expect((await send(kim.token, 'POST', `/Playlists/${list}`, change)).status).toBe(204)
    expect(await idsFor(kim.token)).toEqual([gentle])
    expect(await idsFor(olga.token)).toEqual([gentle, ids.film])
  })

  it('moves what it sees to the place that it sees, past what is hidden', async () => {
    const left = JSON.parse((await send(kim.token, 'GET', `/Playlists/${playlist}/Items`)).text)
    const [one, other] = left.Items.map(({ Id }: { Id: string }) => Id)
    const { text } = await send(olga.token, 'POST', '/Playlists', {
      Name: 'Order',
      Ids: [ids.film, one, ids.episode, other],
      Users: [{ UserId: kim.userId, CanEdit: true }],
    })
    const list = JSON.parse(text).Id
    const entriesFor = async (token: string): Promise<{ Id: string; PlaylistItemId: string }[]> =>
      JSON.parse((await send(token, 'GET', `/Playlists/${list}/Items`)).text).Items
    const idsFor = async (token: string) => (await entriesFor(token)).map(({ Id }) => Id)
    expect(await idsFor(kim.token)).toEqual([one, other])
    const [first] = await entriesFor(kim.token)
    const move = (to: number) =>
      send(kim.token, 'POST', `/Playlists/${list}/Items/${first!.PlaylistItemId}/Move/${to}`)
    expect((await move(1)).status).toBe(204)
    expect(await idsFor(kim.token)).toEqual([other, one])
    expect((await move(0)).status).toBe(204)
    expect(await idsFor(kim.token)).toEqual([one, other])
    expect(await idsFor(olga.token)).toEqual([ids.film, ids.episode, one, other])
  })

  it('reads nothing of how a device plays what is hidden', async () => {
    const query = `{ sessions { item { id } positionMs paused
      nowPlaying { mediaSourceId durationMs bitrate delivery version { source } } } }`
    const readBy = async (token: string) =>
      JSON.parse((await send(token, 'POST', '/graphql', { query })).text).data.sessions
    expect(await readBy(bob.token)).toContainEqual(
      expect.objectContaining({ positionMs: 600_000, nowPlaying: expect.anything() }),
    )
    const none = { item: null, positionMs: null, paused: null, nowPlaying: null }
    expect(new Set(await readBy(kim.token))).toEqual(new Set([none]))
    const states = JSON.parse((await send(kim.token, 'GET', '/Sessions')).text)
    expect(states.map((one: { PlayState: object }) => one.PlayState)).toEqual(
      states.map(() => expect.not.objectContaining({ PositionTicks: expect.anything() })),
    )
  })

  it('cannot mark, play or report what is hidden', async () => {
    const ItemId = ids.film
    const asked = [
      ['POST', `/UserPlayedItems/${ItemId}`],
      ['POST', `/UserFavoriteItems/${ItemId}`],
      ['POST', '/Sessions/Playing', { ItemId }],
      ['POST', `/Items/${ItemId}/PlaybackInfo`, {}],
      ['GET', `/Videos/${ItemId}/stream`],
    ] as const
    for (const [method, path, body] of asked) {
      expect([path, (await send(kim.token, method, path, body)).status]).toEqual([path, 404])
    }
  })

  it('has limits that apps read, of others only as the first user', async () => {
    const none = { MaxParentalRating: undefined, BlockUnratedItems: [], BlockedTags: [] }
    const own = { ...none, MaxParentalRating: 10 }
    expect(await policyOf(kim.token)).toEqual(own)
    expect(await policyOf(olga.token, kim.userId)).toEqual(own)
    expect(await policyOf(bob.token, kim.userId)).toEqual(none)
    expect(await policyOf(olga.token)).toEqual(none)
  })

  it('sees at once what new limits allow', async () => {
    const seen = async () => (await send(kim.token, 'GET', '/Items?recursive=true')).tells
    expect(await seen()).toBe(false)
    await limit({ maxRating: 17 })
    expect(await seen()).toBe(true)
    await limit({ maxRating: 17, blockedGenres: [`${mark.toUpperCase()} Genre`] })
    expect(await seen()).toBe(false)
    expect((await policyOf(kim.token)).BlockedTags).toEqual([`${mark.toUpperCase()} Genre`])
  })

  it.each([
    [{ maxRating: 'Fun for all' }, /maxRating/],
    [{ maxRating: 22 }, /maxRating/],
    [{ blockedGenres: 'Horror' }, /blockedGenres/],
  ])('cannot be given the limits %j', async (limits, message) => {
    const users = [{ name: 'Kim', ...limits }]
    const json = { config: { mediaServer: { users } }, password: 'correct horse' }
    const { status, body } = await service.request('/api/v1/user', { method: 'POST', json })
    expect(status).toBe(400)
    expect(body?.error?.message).toMatch(message)
  })
})
