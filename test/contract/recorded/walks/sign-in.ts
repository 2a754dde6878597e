import type { Ending } from '../../../support/ending.ts'
import { deviceHeader, kimsPin, password, startHousehold } from '../stage.ts'

const nobody = '0'.repeat(32)
const signInPath = '/Users/AuthenticateByName'

/** The server itself, users, devices, keys, and what apps keep here. */
export async function walkSignIn(ends: Ending): Promise<string> {
  const { recorder, owner, olga, kim, asOlga, asKim } = await startHousehold(ends)
  const { ask, note } = recorder
  const post = (path: string, json: unknown = {}, asked: object = {}) =>
    ask(path, { method: 'POST', json, ...asked })

  note('The server')
  await ask('/System/Info/Public')
  await ask('/system/info/PUBLIC')
  await asOlga('/System/Info')
  await ask('/System/Info')
  await ask('/System/Ping')
  await post('/System/Ping')
  await asOlga('/System/Endpoint')
  await ask('/GetUtcTime')
  await ask('/Branding/Configuration')
  await ask('/Branding/Css')
  await ask('/media/System/Info/Public')
  await ask(`/media/${owner.uuid}/${owner.token}/System/Info/Public`)
  await ask(`/media/${owner.uuid}/${owner.token}/Users/Public`)
  await ask(`/media/${owner.uuid}/wrong/Users/Public`)
  await ask('/media/u/nobody/Users/Public')
  await ask('/media/nothing')

  note('Signing in')
  const headers = { authorization: deviceHeader('kitchen') }
  const signIn = (Username: string, Pw: string, asked: object = { headers }) =>
    post(signInPath, { Username, Pw }, asked)
  await signIn(owner.uuid, password)
  await signIn(`${owner.uuid}/Kim`, kimsPin)
  await signIn(`${owner.uuid}/Kim`, `${password}/${kimsPin}`)
  await signIn(`${owner.uuid}/Nora`, password)
  await signIn(`${owner.uuid}/Nobody`, password)
  await signIn(owner.uuid, 'wrong password')
  await signIn('', '')
  await signIn(owner.uuid, password, {})
  await post(signInPath, [], { headers })
  await ask(signInPath, { method: 'POST', body: '{', headers })

  note('Users')
  await ask('/Users/Public')
  await asOlga('/Users')
  await asKim('/Users')
  await asOlga('/Users/Me')
  await asKim('/Users/Me')
  await asOlga(`/Users/${olga.userId}`)
  await asOlga(`/Users/${kim.userId}`)
  await asKim(`/Users/${olga.userId}`)
  await asOlga(`/Users/${nobody}`)
  await asOlga('/Users/nonsense')
  await ask('/Users/Me')
  await ask('/Users/Me', { token: 'wrong' })
  await ask('/Users/Me', { headers: { authorization: `MediaBrowser Token="${olga.token}"` } })
  await ask(`/Users/Me?api_key=${olga.token}`)
  await asOlga('/Users/Password', { method: 'POST', json: {} })
  await asOlga(`/Users/${olga.userId}/Policy`, { method: 'POST', json: {} })
  await post('/Users/ForgotPassword')
  await ask(`/UserImage?userId=${olga.userId}`)
  await ask(`/Users/${nobody}/Images/Primary`)

  note('Switching users')
  await asOlga('/Service/Users')
  await asKim('/Service/Users')
  await ask('/Service/Users')
  const switchTo = (UserId: string | undefined, Pw: string, token = olga.token) =>
    post('/Service/Token', { UserId, Pw }, { token, headers })
  const users = (await asOlga('/Service/Users')).body as { user: { Name: string; Id: string } }[]
  const nora = users.find(({ user }) => user.Name === 'Nora')!.user.Id
  await switchTo(nora, '')
  await switchTo(kim.userId, kimsPin)
  await switchTo(kim.userId, '000000')
  await switchTo(olga.userId, '', kim.token)
  await switchTo(olga.userId, password, kim.token)
  await switchTo(nobody, '')
  await switchTo(undefined, '')

  note('Quick Connect')
  await ask('/QuickConnect/Enabled')
  await post('/QuickConnect/Initiate')
  const begun = await post(
    '/QuickConnect/Initiate',
    {},
    { headers: { authorization: deviceHeader('tv') } },
  )
  const { Secret, Code } = begun.body
  await ask(`/QuickConnect/Connect?secret=${Secret}`)
  await asOlga('/QuickConnect/Authorize?code=000', { method: 'POST' })
  await post('/Users/AuthenticateWithQuickConnect', { Secret })
  await asOlga(`/QuickConnect/Authorize?code=${Code}`, { method: 'POST' })
  await ask(`/QuickConnect/Connect?secret=${Secret}`)
  await post('/Users/AuthenticateWithQuickConnect', { Secret })
  await post('/Users/AuthenticateWithQuickConnect', { Secret: 'wrong' })
  await ask('/QuickConnect/Connect?secret=wrong')

  note('Devices and keys')
  await asOlga('/Devices')
  await asKim('/Devices')
  await asOlga('/Devices/Info?id=living-room')
  await asOlga('/Devices/Info?id=nothing')
  await asOlga('/Devices/Options?id=living-room')
  await asOlga('/Devices/Options?id=living-room', { method: 'POST', json: { CustomName: 'Sofa' } })
  await asOlga('/Devices/Options?id=living-room')
  await asOlga('/Devices?id=kitchen', { method: 'DELETE' })
  await asOlga('/Devices?id=nothing', { method: 'DELETE' })
  await asOlga('/Auth/Keys', { method: 'POST' })
  const made = await asOlga('/Auth/Keys?app=Script', { method: 'POST' })
  await asKim('/Auth/Keys', { method: 'POST' })
  await asOlga('/Auth/Keys')
  const created = made.status === 204 ? null : made.body?.AccessToken
  if (created) {
    await ask('/Users/Me', { token: created })
    await ask('/Service/Users', { token: created })
    await asOlga(`/Auth/Keys/${created}`, { method: 'DELETE' })
    await ask('/Users/Me', { token: created })
  }
  await asOlga('/Auth/Keys/nothing', { method: 'DELETE' })

  note('What apps keep')
  const preferences = '/DisplayPreferences/usersettings?client=emby'
  await asOlga(preferences)
  await asOlga(preferences, {
    method: 'POST',
    json: {
      SortBy: 'DateCreated',
      CustomPrefs: { homesection0: 'resume', x: 1, y: null },
      SortOrder: 'descending',
    },
  })
  await asOlga(preferences)
  await asKim(preferences)
  const configure = (json: object) => asOlga('/Users/Configuration', { method: 'POST', json })
  await configure({
    SubtitleMode: 'Always',
    AudioLanguages: ['ger', 'eng'],
    OrderedViews: [nobody],
  })
  await asOlga('/Users/Me')
  await configure({ AudioLanguagePreference: 'jpn', EnableNextEpisodeAutoPlay: false })
  await asOlga('/Users/Me')
  await asKim(`/Users/${olga.userId}/Configuration`, { method: 'POST', json: {} })

  note('Signing out')
  await asKim('/Sessions/Logout', { method: 'POST' })
  await asKim('/Users/Me')
  return recorder.print()
}
