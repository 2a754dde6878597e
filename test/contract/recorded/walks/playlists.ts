import type { Ending } from '../../../support/ending.ts'
import { startHousehold } from '../stage.ts'

const nothing = '0'.repeat(32)

/** Playlists: made, filled, moved, shared, renamed and removed. */
export async function walkPlaylists(ends: Ending): Promise<string> {
  const { recorder, olga, kim, films, shows, asOlga, asKim } = await startHousehold(ends)
  const { ask, note } = recorder
  const post = (path: string, json: unknown = {}, who = asOlga) =>
    who(path, { method: 'POST', json })
  const remove = (path: string, who = asOlga) => who(path, { method: 'DELETE' })

  note('Making')
  const made = await post('/Playlists', {
    Name: 'Evening',
    Ids: films.slice(0, 3),
    UserId: olga.userId,
  })
  const id = made.body.Id as string
  await post(`/Playlists?name=Older&ids=${films[0]}`)
  await post('/Playlists', { Name: 'For Kim', UserId: kim.userId })
  await post('/Playlists', { Name: '' })
  await post('/Playlists', { Name: 'Wrong', Ids: [nothing] })
  await ask('/Playlists', { method: 'POST', json: { Name: 'Nobody' } })

  note('Reading')
  await asOlga('/Playlists?sortBy=SortName')
  await asOlga('/UserViews')
  await asOlga(`/Playlists/${id}`)
  await asOlga(`/Playlists/${id}/Items?enableImages=false`)
  await asOlga(`/Playlists/${id}/Items?startIndex=1&limit=1&enableImages=false`)
  await asOlga(`/Items/${id}`)
  await asOlga(`/Items?parentId=${id}&enableImages=false`)
  await asOlga('/Items?recursive=true&includeItemTypes=Playlist&sortBy=SortName')
  await asKim(`/Playlists/${id}`)
  await asKim(`/Playlists/${id}/Items`)
  await asOlga(`/Playlists/${nothing}`)
  await asOlga(`/Playlists/${nothing}/Items`)
  await asOlga('/Playlists/nonsense')

  note('Changing')
  await post(`/Playlists/${id}/Items?ids=${shows[0]}`)
  await post(`/Playlists/${id}/Items`)
  await post(`/Playlists/${id}/Items?ids=${nothing}`)
  const { Items } = (await asOlga(`/Playlists/${id}/Items?enableImages=false&enableUserData=false`))
    .body
  const entries = (Items as { PlaylistItemId: string }[]).map(
    ({ PlaylistItemId }) => PlaylistItemId,
  )
  await post(`/Playlists/${id}/Items/${entries[0]}/Move/2`)
  await post(`/Playlists/${id}/Items/${entries[0]}/Move/x`)
  await post(`/Playlists/${id}/Items/nonsense/Move/0`)
  await remove(`/Playlists/${id}/Items?entryIds=${entries[1]},${entries[4]}`)
  await remove(`/Playlists/${id}/Items`)
  await remove(`/Playlists/${id}/Items?entryIds=nonsense`)
  await asOlga(`/Playlists/${id}/Items?enableImages=false&enableUserData=false`)
  await post(`/Playlists/${id}`, { Name: 'Late evening' })
  await post(`/Playlists/${id}`, { Ids: [films[4]] })
  await asOlga(`/Playlists/${id}`)
  await post(`/Items/${id}`, { Name: 'Night' })
  await post(`/Items/${films[0]}`, { Name: 'No' })
  await asOlga(`/Items/${id}/MetadataEditor`)
  await asOlga(`/Items/${films[0]}/MetadataEditor`)

  note('Sharing')
  const users = `/Playlists/${id}/Users`
  await asOlga(users)
  await post(`${users}/${kim.userId}`, { CanEdit: false })
  await asKim(`/Playlists/${id}`)
  await asKim(users)
  await asKim(`${users}/${kim.userId}`)
  await asKim(`${users}/${olga.userId}`)
  await post(`/Playlists/${id}/Items?ids=${films[5]}`, {}, asKim)
  await post(`${users}/${kim.userId}`, { CanEdit: true })
  await post(`/Playlists/${id}/Items?ids=${films[5]}`, {}, asKim)
  await asOlga(users)
  await asOlga(`${users}/${nothing}`)
  await post(`${users}/${nothing}`, { CanEdit: true })
  await remove(`${users}/${kim.userId}`)
  await asKim(`/Playlists/${id}`)
  await post(`/Playlists/${id}`, { IsPublic: true })
  await asKim(`/Playlists/${id}`)
  await asKim(`/Playlists/${id}/Items?limit=1&enableImages=false`)
  await remove(`/Items/${id}`, asKim)

  note('Removing')
  await remove(`/Items/${films[0]}`)
  await remove(`/Items/${id}`)
  await remove('/Items')
  await remove(`/Items?ids=${nothing}`)
  await asOlga(`/Playlists/${id}`)
  await asOlga('/Playlists')
  return recorder.print()
}
