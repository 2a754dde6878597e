import type { Ending } from '../../../support/ending.ts'
import { startHousehold } from '../stage.ts'

const nothing = '0'.repeat(32)

/** One title: its parts, pictures, versions, bytes and subtitles. */
export async function walkTitles(ends: Ending): Promise<string> {
  const { recorder, olga, kim, films, shows, asOlga } = await startHousehold(ends)
  const { ask, note } = recorder
  const [film, other] = films as [string, string]
  const [show] = shows as [string]

  note('Titles')
  await asOlga(`/Items/${film}`)
  await asOlga(`/Users/${olga.userId}/Items/${film}`)
  await asOlga(`/Users/${kim.userId}/Items/${film}`)
  await asOlga(`/Items/${show}`)
  await asOlga(`/Items?ids=${film}&fields=People,Studios,Genres,Overview,ProviderIds,MediaSources`)
  await asOlga(`/Items/${nothing}`)
  await asOlga('/Items/nonsense')
  await ask(`/Items/${film}`)
  await asOlga(`/Items/${film}/Ancestors`)
  await asOlga(`/Items/${film}/Similar?limit=2`)
  await asOlga(`/Items/${nothing}/Similar`)
  await asOlga(`/Items/${film}/ThemeMedia`)
  await asOlga(`/Items/${film}/SpecialFeatures`)
  await asOlga(`/Items/${film}/Intros`)
  await asOlga('/Persons?limit=3')
  await asOlga('/Persons/Ada%20Actor')
  await asOlga('/Items?recursive=true&person=Ada%20Actor&sortBy=SortName')
  await asOlga('/Items?recursive=true&searchTerm=ada&sortBy=SortName')

  note('Seasons and episodes')
  const seasons = (await asOlga(`/Shows/${show}/Seasons`)).body.Items as { Id: string }[]
  await asOlga(`/Shows/${show}/Seasons?isSpecialSeason=true&fields=ItemCounts`)
  await asOlga(`/Shows/${nothing}/Seasons`)
  const episodes = (await asOlga(`/Shows/${show}/Episodes`)).body.Items as { Id: string }[]
  const [, season] = seasons
  const [, episode, third] = episodes
  await asOlga(`/Shows/${show}/Episodes?seasonId=${season!.Id}&fields=Overview&limit=2`)
  await asOlga(`/Shows/${show}/Episodes?season=2&startIndex=1&limit=1`)
  await asOlga(`/Shows/${show}/Episodes?adjacentTo=${third!.Id}`)
  await asOlga(`/Shows/${show}/Episodes?startItemId=${third!.Id}&limit=2`)
  await asOlga(`/Shows/${show}/Episodes?isMissing=true`)
  await asOlga(`/Shows/${show}/Episodes?sortBy=PremiereDate&sortOrder=Descending&limit=2`)
  await asOlga(`/Shows/${nothing}/Episodes`)
  await asOlga(`/Items/${season!.Id}`)
  await asOlga(`/Items/${episode!.Id}`)
  await asOlga(`/Items/${episode!.Id}/Ancestors`)
  await asOlga(`/Items?parentId=${show}`)
  await asOlga(`/Items?parentId=${season!.Id}&limit=2`)
  await asOlga(`/Items?parentId=${show}&recursive=true&includeItemTypes=Episode&limit=2`)
  await asOlga('/Shows/NextUp')
  await asOlga('/Shows/Upcoming')

  note('Pictures')
  await asOlga(`/Items/${film}/Images`)
  for (const path of [
    'Primary',
    'Backdrop/0',
    'Backdrop/1',
    'Logo',
    'Thumb',
    'Banner',
    'Nonsense',
  ]) {
    await ask(`/Items/${film}/Images/${path}`)
  }
  await ask(`/Items/${film}/Images/Primary?fillWidth=200&quality=90&tag=x`)
  await ask(`/Items/${episode!.Id}/Images/Primary`)
  await ask(`/Items/${season!.Id}/Images/Primary`)
  await ask(`/Items/${nothing}/Images/Primary`)
  await ask(`/Items/nonsense/Images/Primary`)

  note('Versions')
  const info = (id: string, query = '', json: unknown = {}) =>
    asOlga(`/Items/${id}/PlaybackInfo${query}`, { method: 'POST', json })
  const opened = (await info(film)).body as { MediaSources: { Id: string; Path?: string }[] }
  const [first, second] = opened.MediaSources
  await asOlga(`/Items/${film}/PlaybackInfo?userId=${olga.userId}`)
  await info(film, '', { Fresh: true })
  await info(film, '', { Refresh: true })
  await info(film, `?mediaSourceId=${second!.Id}`)
  await info(film, '', { MediaSourceId: second!.Id, SubtitleStreamIndex: -1, AudioStreamIndex: 1 })
  await info(film, '', { MediaSourceId: 'nonsense' })
  await info(second!.Id)
  await info(episode!.Id)
  await info(show)
  await info(nothing)
  await info(film, '', {
    DeviceProfile: {
      Name: 'Small',
      MaxStreamingBitrate: 1_000_000,
      DirectPlayProfiles: [{ Type: 'Video', Container: 'mkv', VideoCodec: 'h264' }],
      SubtitleProfiles: [{ Format: 'vtt', Method: 'External' }],
    },
  })
  await asOlga(`/Items/${film}?fields=MediaSources`)
  await asOlga(`/Items?ids=${film}&fields=MediaSources`)

  note('Bytes')
  await ask(`/Videos/${film}/stream`)
  await ask(`/Videos/${film}/stream?static=true&mediaSourceId=${second!.Id}`)
  await ask(`/Videos/${first!.Id}/stream.mp4`, { method: 'HEAD' })
  await ask(`/Videos/${film}/stream`, {
    headers: { range: 'bytes=10-19', origin: 'https://page.example' },
  })
  await ask(`/Videos/${other}/stream`)
  await ask(`/Videos/${nothing}/stream`)
  await ask('/Videos/nonsense/stream')
  for (const format of ['srt', 'vtt', 'ass', 'js', 'txt']) {
    await ask(`/Videos/${film}/${first!.Id}/Subtitles/2/Stream.${format}`)
  }
  await ask(`/Videos/${film}/${first!.Id}/Subtitles/2/0/Stream.vtt`)
  await ask(`/Videos/${film}/${first!.Id}/Subtitles/77/Stream.vtt`)
  await ask(`/Videos/${film}/${nothing}/Subtitles/2/Stream.vtt`)
  return recorder.print()
}
