import type { Ending } from '../../../support/ending.ts'
import { startHousehold } from '../stage.ts'

const nothing = '0'.repeat(32)
const minute = 600_000_000

const yamtrack = `media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress
1000000,imdb,movie,Film 0,,,,8,Completed,,2021-01-01,2021-01-02,1
603,tmdb,movie,The Matrix,,,,,Completed,,2021-02-01,2021-02-01,1
1396,tmdb,episode,Breaking Bad,,1,1,,Completed,,2021-03-01,2021-03-01,1
`
const trakt = [
  {
    watched_at: '2020-01-01T10:00:00.000Z',
    action: 'watch',
    type: 'movie',
    movie: { title: 'Film 1', year: 1951, ids: { imdb: 'tt1000002' } },
  },
  {
    watched_at: '2020-01-02T10:00:00.000Z',
    action: 'watch',
    type: 'episode',
    episode: { season: 1, number: 1, title: 'Part 1.1', ids: {} },
    show: { title: 'Show 0', year: 1990, ids: { imdb: 'tt2000000' } },
  },
]

/** Activity, pages of the history, clearing, exporting and importing. */
export async function walkHistory(ends: Ending): Promise<string> {
  const { recorder, owner, olga, kim, films, shows, asOlga, asKim, signIn, service } =
    await startHousehold(ends)
  const { ask, note } = recorder
  const [film, second, third] = films as [string, string, string]
  async function later(): Promise<void> {
    const before = Date.now()
    while (Date.now() === before) await service.request('/healthz')
  }
  const change = async (path: string, asked: object = { method: 'POST' }, who = asOlga) => {
    await later()
    return who(path, asked)
  }

  note('Before anything was watched')
  await asOlga('/Service/History')
  await asOlga('/Service/Activity')

  note('Watching')
  await change(`/UserPlayedItems/${film}`)
  await change(`/UserPlayedItems/${second}?datePlayed=2020-05-01T10:00:00Z`)
  await change(`/UserFavoriteItems/${third}`)
  await change(`/UserPlayedItems/${shows[0]}`)
  await change(`/UserPlayedItems/${film}`, { method: 'POST' }, asKim)
  await change('/Sessions/Playing', {
    method: 'POST',
    json: { ItemId: third, PositionTicks: 20 * minute, RunTimeTicks: 90 * minute },
  })

  note('Activity')
  await asOlga('/Service/Activity')
  await asKim('/Service/Activity')
  await ask('/Service/Activity')

  note('Pages')
  const page = await asOlga('/Service/History?limit=3')
  await asOlga(`/Service/History?limit=3&cursor=${encodeURIComponent(page.body.cursor)}`)
  await asOlga(`/Service/History?userId=${olga.userId}&limit=2&source=local`)
  await asOlga(`/Service/History?userId=${kim.userId}`)
  await asKim('/Service/History')
  await asKim(`/Service/History?userId=${olga.userId}`)
  await asOlga(`/Service/History?userId=${nothing}`)
  await asOlga('/Service/History?limit=0')
  await asOlga('/Service/History?limit=501')
  await asOlga('/Service/History?limit=nonsense')
  await asOlga('/Service/History?cursor=nonsense')
  await asOlga('/Service/History?source=nonsense')
  await ask('/Service/History')
  const { body: key } = await asOlga('/Auth/Keys?app=Script', { method: 'POST' })
  if (key) await ask('/Service/History', { token: key.AccessToken })

  note('Exporting')
  const exported = await asOlga('/Service/History/Export')
  await asKim('/Service/History/Export')
  await ask('/Service/History/Export')

  note('Importing')
  const bring = (body: string, query = '', headers: object = {}, who = asOlga) =>
    change(`/Service/History/Import${query}`, { method: 'POST', body, headers }, who)
  await bring(exported.text)
  await bring(yamtrack, '?dryRun=true')
  await bring(yamtrack)
  await bring(yamtrack)
  await bring(JSON.stringify(trakt), `?userId=${olga.userId}`)
  await bring(JSON.stringify(trakt), `?userId=${olga.userId}`, {}, asKim)
  await bring(JSON.stringify(trakt), `?userId=${nothing}`)
  await bring('nonsense')
  await bring('{}')
  await bring('[]')
  await bring('')
  await asOlga('/Service/History?limit=20')
  await asOlga('/Service/History?source=local&limit=20')

  note('Clearing')
  const clear = (json: object, who = asOlga) =>
    change('/Service/History/Clear', { method: 'POST', json }, who)
  const { items } = (await asOlga('/Service/History?limit=1')).body
  await clear({ userId: olga.userId, itemKeys: [items[0].itemKey] })
  await clear({ userId: olga.userId, itemKeys: ['nonsense'] })
  await clear({ userId: olga.userId, itemKeys: 'nonsense' })
  await clear({ userId: kim.userId }, asKim)
  await clear({ userId: olga.userId }, asKim)
  await clear({ userId: nothing })
  await clear({})
  await clear({ userId: olga.userId })
  await asOlga('/Service/History')
  await bring(exported.text)
  await bring(exported.text, '?restore=true')
  await asOlga('/Service/Activity')

  note('Another user of the household')
  const nora = await signIn(`${owner.uuid}/Nora`, 'correct horse', 'tablet')
  const asNora = (path: string) => ask(path, { token: nora.token })
  await asNora('/Service/Users')
  await asNora('/Service/Activity')
  await asNora('/Service/History?limit=3')
  await asNora(`/Service/History?userId=${kim.userId}`)
  return recorder.print()
}
