import { openAppSocket } from '../../../support/app-socket.ts'
import type { Ending } from '../../../support/ending.ts'
import { until } from '../../../support/until.ts'
import { startHousehold } from '../stage.ts'

const nothing = '0'.repeat(32)
const minute = 600_000_000

/** Playing, marking, and what lists and sessions say of it. */
export async function walkPlaying(ends: Ending): Promise<string> {
  const { recorder, olga, kim, films, shows, asOlga, asKim, service } = await startHousehold(ends)
  const { note } = recorder
  const [film, second, third, fourth] = films as [string, string, string, string]
  const [show, otherShow] = shows as [string, string]
  /** Times of two reports differ. */
  async function later(): Promise<void> {
    const before = Date.now()
    while (Date.now() === before) await service.request('/healthz')
  }
  const post = (path: string, json: unknown = {}) => asOlga(path, { method: 'POST', json })
  const report = async (path: string, json: object) => {
    await later()
    return post(`/Sessions/Playing${path}`, json)
  }
  const home = async () => {
    await asOlga('/UserItems/Resume?limit=5&enableImages=false')
    await asOlga('/Shows/NextUp?limit=5&enableImages=false')
    await asOlga('/Sessions')
  }

  const episodes = (await asOlga(`/Shows/${show}/Episodes`)).body.Items as { Id: string }[]
  const [special, first, next, last] = episodes.map(({ Id }) => Id) as [
    string,
    string,
    string,
    string,
  ]

  note('Playing a film')
  await post(`/Items/${film}/PlaybackInfo`)
  await report('', { ItemId: film, PositionTicks: 0, PlayMethod: 'DirectPlay', CanSeek: true })
  await asOlga('/Sessions')
  await asKim('/Sessions')
  await report('/Progress', {
    ItemId: film,
    PositionTicks: 20 * minute,
    IsPaused: true,
    VolumeLevel: 80,
  })
  await asOlga('/Sessions')
  await report('/Ping', {})
  await report('/Progress', { ItemId: film, PositionTicks: -1 })
  await report('/Progress', {})
  await report('/Progress', { ItemId: nothing, PositionTicks: 0 })
  await report('/Stopped', { ItemId: film, PositionTicks: 30 * minute })
  await home()
  await asOlga(`/Items/${film}`)

  note('Playing to the end, and failing')
  await report('', { ItemId: second })
  await report('/Stopped', { ItemId: second, PositionTicks: 88 * minute })
  await report('', { ItemId: third })
  await report('/Stopped', { ItemId: third, Failed: true })
  await report('', { ItemId: fourth, PositionTicks: 0 })
  await report('/Stopped', { ItemId: fourth })
  await asOlga(`/UserItems/${second}/UserData`)
  await asOlga(`/UserItems/${third}/UserData`)
  await asOlga(`/UserItems/${fourth}/UserData`)

  note('Playing episodes')
  await report('', { ItemId: first })
  await report('/Stopped', { ItemId: first, PositionTicks: 89 * minute, RunTimeTicks: 90 * minute })
  await report('', { ItemId: next })
  await report('/Progress', { ItemId: next, PositionTicks: 10 * minute, RunTimeTicks: 90 * minute })
  await report('/Stopped', { ItemId: next, PositionTicks: 11 * minute })
  await home()
  await asOlga(`/Shows/${show}/Seasons`)
  await asOlga(`/Items/${show}`)
  await asOlga(`/PlayingItems/${last}?positionTicks=0`, { method: 'POST' })
  await asOlga(`/PlayingItems/${last}/Progress?positionTicks=${minute}`, { method: 'POST' })
  await asOlga(`/Users/${olga.userId}/PlayingItems/${last}?positionTicks=${minute}`, {
    method: 'DELETE',
  })
  await asOlga(`/Users/${kim.userId}/PlayingItems/${last}`, { method: 'POST' })

  note('Marking')
  const change = async (method: string, path: string, json?: unknown) => {
    await later()
    return asOlga(path, { method, ...(json !== undefined && { json }) })
  }
  await change('POST', `/UserPlayedItems/${third}?datePlayed=2020-05-01T10:00:00Z`)
  await change('DELETE', `/UserPlayedItems/${third}`)
  await change('POST', `/Users/${olga.userId}/PlayedItems/${otherShow}`)
  await asOlga(`/Shows/${otherShow}/Episodes?fields=UserData&limit=2`)
  await change('DELETE', `/UserPlayedItems/${otherShow}`)
  await change('POST', `/UserFavoriteItems/${film}`)
  await change('POST', `/UserFavoriteItems/${show}`)
  await change('DELETE', `/UserFavoriteItems/${film}`)
  await change('POST', `/UserItems/${film}/Rating?likes=true`)
  await change('POST', `/UserItems/${second}/Rating?likes=false`)
  await change('DELETE', `/UserItems/${second}/Rating`)
  await change('POST', `/UserItems/${fourth}/UserData`, {
    Played: true,
    IsFavorite: true,
    LastPlayedDate: '2021-01-01T00:00:00Z',
  })
  await change('POST', `/UserItems/${third}/UserData`, { PlaybackPositionTicks: 25 * minute })
  await change('POST', `/UserItems/${third}/UserData`, { PlaybackPositionTicks: -25 })
  await change('POST', `/UserPlayedItems/${nothing}`)
  await change('POST', `/UserFavoriteItems/nonsense`)
  await asKim(`/Users/${olga.userId}/FavoriteItems/${film}`, { method: 'POST' })

  note('Lists of what was watched')
  const list = (query: string) =>
    asOlga(`/Items?recursive=true&enableImages=false&limit=4&${query}`)
  await list('filters=IsPlayed&sortBy=DatePlayed&sortOrder=Descending')
  await list('filters=IsResumable&sortBy=DatePlayed&sortOrder=Descending')
  await list('filters=IsFavorite&sortBy=SortName')
  await list('filters=IsFavoriteOrLikes&sortBy=SortName')
  await list('filters=IsUnplayed&includeItemTypes=Movie&sortBy=SortName')
  await list('filters=Likes')
  await list('includeItemTypes=Movie&sortBy=PlayCount,SortName&sortOrder=Descending,Ascending')
  await list('includeItemTypes=Series&isPlayed=false&sortBy=SortName')
  await asOlga('/Items/Latest?limit=3&enableImages=false')
  await asOlga('/Items/Counts?isFavorite=true')
  await asOlga('/Items/Suggestions?type=Movie&limit=0')
  await home()

  note('Up to an episode, and dropping a series')
  await change('POST', `/Service/PlayedUpTo/${last}`)
  await asOlga(`/UserItems/${special}/UserData`)
  await asOlga(`/UserItems/${first}/UserData`)
  await change('POST', `/Service/PlayedUpTo/${film}`)
  await change('POST', `/Service/PlayedUpTo/${nothing}`)
  await asOlga('/Shows/NextUp?enableImages=false')
  await asOlga(`/Shows/NextUp?enableImages=false&seriesId=${show}`)
  await asOlga('/Shows/NextUp?enableImages=false&nextUpDateCutoff=2099-01-01T00:00:00Z')
  await change('POST', `/UserItems/${show}/Rating?likes=false`)
  await asOlga('/Shows/NextUp?enableImages=false')

  note('Remote control')
  const sessions = (await asOlga('/Sessions')).body as { Id: string }[]
  const { Id } = sessions[0]!
  await post('/Sessions/Capabilities/Full', {
    PlayableMediaTypes: ['Video'],
    SupportedCommands: ['DisplayMessage', 'Nonsense'],
    SupportsMediaControl: true,
  })
  await asOlga('/Sessions/Capabilities?playableMediaTypes=Video&supportsMediaControl=true', {
    method: 'POST',
  })
  await asOlga('/Sessions?deviceId=living-room')
  await asOlga(`/Sessions?controllableByUserId=${olga.userId}`)
  await asOlga('/Sessions?activeWithinSeconds=60&deviceId=nothing')
  const command = async () => {
    await post(
      `/Sessions/${Id}/Playing?playCommand=PlayNow&itemIds=${film}&startPositionTicks=${minute}`,
    )
    await post(`/Sessions/${Id}/Playing?playCommand=PlayNow`)
    await post(`/Sessions/${Id}/Playing?playCommand=Nonsense&itemIds=${film}`)
    await post(`/Sessions/${Id}/Playing/Pause`)
    await post(`/Sessions/${Id}/Playing/Seek?seekPositionTicks=${minute}`)
    await post(`/Sessions/${Id}/Playing/Nonsense`)
    await post(`/Sessions/${Id}/Command/DisplayMessage`)
    await post(`/Sessions/${Id}/Command`, { Name: 'DisplayMessage', Arguments: { Text: 'Hello' } })
    await post(`/Sessions/${Id}/Message`, { Text: 'Hello', TimeoutMs: 5_000 })
    await post(`/Sessions/${Id}/System/GoHome`)
    await post(`/Sessions/${Id}/Viewing?itemId=${film}&itemName=Film&itemType=Movie`)
  }
  await command()
  await post(`/Sessions/${nothing}/Message`, { Text: 'Hello' })

  note('Remote control of a connected app')
  const socket = await openAppSocket(service.url, olga.token, ends)
  await until('the app to take commands', async () => {
    const { body } = await service.request('/Sessions', { headers: { 'x-emby-token': olga.token } })
    return (body as unknown as { SupportsRemoteControl: boolean }[])[0]!.SupportsRemoteControl
  })
  await asOlga('/Sessions?deviceId=living-room')
  await post('/Sessions/Capabilities/Full', {
    PlayableMediaTypes: ['Video'],
    SupportedCommands: ['DisplayMessage', 'DisplayContent', 'GoHome'],
    SupportsMediaControl: true,
  })
  await command()
  for (const type of ['Play', 'Playstate', 'Playstate', 'GeneralCommand', 'GeneralCommand']) {
    recorder.message(await socket.hear(type))
  }
  await post(`/Sessions/${Id}/User/${kim.userId}`)
  await asOlga(`/Sessions/${Id}/User/${kim.userId}`, { method: 'DELETE' })
  await post(`/Sessions/${Id}/User/${nothing}`)
  return recorder.print()
}
