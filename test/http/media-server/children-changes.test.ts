import { afterAll, describe, expect, it } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import { mark, startChildrenHome } from '../../support/children-home.ts'
import { routes } from '../../support/children-routes.ts'

const home = await startChildrenHome(afterAll)
const { service, send, ids, gentle, playlist, collection, hidden, kim, bob } = home
const all = Object.values(ids)

const changing = routes.filter(
  ({ method, path }) => method !== 'GET' && /playlists|collections|\/Devices/i.test(path),
)

function pathsOf(path: string, userId: string): readonly string[] {
  return [...all, gentle, playlist, collection, hidden].map((id) =>
    path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
      if (name === 'userId') return userId
      return name === 'newIndex' ? '0' : id
    }),
  )
}

describe('What a user may not watch', () => {
  it('is told by no route that changes playlists, collections or devices', async () => {
    const found = new Set<string>()
    let accepted = 0
    for (const { method, path } of changing) {
      for (const one of new Set(pathsOf(path, kim.userId))) {
        for (const id of [...all, gentle]) {
          const asks = `${one}?ids=${id}&entryIds=${id}&name=Mine&id=of-Bob`
          const body =
            method === 'POST' ? { Name: 'Mine', Ids: [id], CustomName: 'Mine' } : undefined
          const { status, text, tells } = await send(kim.token, method, asks, body)
          const given = asks + JSON.stringify(body)
          if (status < 300) accepted += 1
          if (tells || all.some((own) => text.includes(own) && !given.includes(own)))
            found.add(`${method} ${path}`)
        }
      }
    }
    expect([...found]).toEqual([])
    expect(changing.length).toBeGreaterThan(8)
    expect(accepted).toBeGreaterThan(0)
  }, 60_000)

  it('is not in what it put into lists of its own', async () => {
    const { text } = await send(kim.token, 'POST', '/Playlists', { Name: 'Own', Ids: all })
    const list = JSON.parse(text).Id
    for (const path of [`/Playlists/${list}/Items`, `/Playlists/${list}`, `/Items/${list}`]) {
      const answer = await send(kim.token, 'GET', path)
      expect([path, answer.tells]).toEqual([path, false])
    }
  })

  it('is missing in the sessions that the web socket tells, and there for others', async () => {
    const said = async ({ token }: typeof kim) => {
      const socket = await openAppSocket(service.url, token, afterAll)
      socket.say({ MessageType: 'SessionsStart', Data: '0,200' })
      const { Data } = await socket.hear('Sessions')
      return { count: Data.length as number, text: JSON.stringify(Data).toLowerCase() }
    }
    const [toBob, toKim] = [await said(bob), await said(kim)]
    expect(toBob.text).toContain(mark)
    expect(toBob.text).toContain(ids.episode)
    expect(toKim.count).toBeGreaterThan(0)
    expect(toKim.text).not.toContain(mark)
    for (const id of all) expect(toKim.text).not.toContain(id)
  })
})
