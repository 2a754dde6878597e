import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { openAppSocket } from '../../support/app-socket.ts'
import { routes } from '../../support/children-routes.ts'
import { listen } from '../../support/event-stream.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { callsOf, selectionOf } from '../../support/schema-questions.ts'
import { startService } from '../../support/service.ts'

const { source } = await startFilmSource({ films: 3, series: 1, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  name: 'The Hollow House',
  sources: [source],
  mediaServer: {
    owner: { name: 'Olgazzle', private: false },
    users: [
      { name: 'Kim', pin: '471100', personal: true },
      { name: 'Bobzzle' },
      { name: 'Evezzle', private: false },
    ],
  },
})
type Reader = Awaited<ReturnType<typeof signInApp>>
const as = (
  name: string,
  password = owner.password,
  device = `device-of-${name}`,
): Promise<Reader> => signInApp(service.url, { uuid: `${owner.uuid}/${name}`, password }, device)

async function ask({ token }: Reader, method: string, path: string, body?: object, at = '') {
  const response = await fetch((at || service.url) + path, {
    method,
    redirect: 'manual',
    headers: { 'x-emby-token': token, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  return { status: response.status, text: await response.text() }
}

const query = (reader: Reader, text: string) =>
  ask(reader, 'POST', '/graphql', { query: text }).then((answer) => answer.text)

let [olga, bob, eve, kim]: Reader[] = []
let at = ''
let film = ''
/** What tells of each user: the name, which the device has too, the id, and what the user owns. */
let tellsOf = new Map<Reader, readonly string[]>()

beforeAll(async () => {
  olga = await as('Olgazzle')
  bob = await as('Bobzzle')
  eve = await as('Evezzle')
  kim = await as('Kim', `${owner.password}/471100`)
  const users = JSON.parse(await query(olga, '{ serviceUsers { personalUrl } }'))
  at = users.data.serviceUsers.flatMap((one: { personalUrl?: string }) => one.personalUrl ?? [])[0]
  const list = await ask(olga, 'GET', '/Items?recursive=true&includeItemTypes=Movie')
  film = JSON.parse(list.text).Items[0].Id
  const made = await ask(olga, 'POST', '/Playlists', {
    Name: 'Listzzle',
    IsPublic: true,
    Ids: [film],
  })
  const playlist = JSON.parse(made.text).Id
  tellsOf = new Map([
    [olga, ['Olgazzle', olga.userId, playlist]],
    [bob, ['Bobzzle', bob.userId]],
    [eve, ['Evezzle', eve.userId]],
  ])
})

/** Whether an answer tells a user of others what the question did not. */
const isTold = (reader: Reader, answer: string, question: string): boolean =>
  [...tellsOf].some(
    ([other, words]) =>
      other.userId !== reader.userId &&
      words.some((word) => answer.includes(word) && !question.includes(word)),
  )

const ends =
  /logout|password|quickconnect|authenticate|import|auth\/keys|\/Devices$|Users\/New|Configuration/i

/** All routes that change something, with the ids of others: those whose answers tell of them. */
async function toldByRoutes(reader: Reader, place: string) {
  const ids = [olga!.userId, eve!.userId, film, 'x']
  const told = new Set<string>()
  let accepted = 0
  for (const { method, path } of routes) {
    if (method === 'GET' || ends.test(path)) continue
    for (const id of path.includes(':') ? ids : ids.slice(0, 2)) {
      const asked = `${path.replaceAll(/:\w+/g, id)}?userId=${id}&name=Mine`
      const body = { UserId: id, ItemId: film, Ids: [film], Name: 'Mine', Users: [{ UserId: id }] }
      const { status, text } = await ask(reader, method, asked, body, place)
      if (status < 300) accepted += 1
      if (isTold(reader, text, asked + JSON.stringify(body))) told.add(`${method} ${path}`)
    }
  }
  return { told: [...told].toSorted(), accepted }
}

const endsUser = /password|delete|remove|renew|clear|revoke|sign|import|configuration|update/i

/** The same for the mutations of the schema. */
async function toldByMutations(reader: Reader) {
  const told = new Set<string>()
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    if (endsUser.test(field.name)) continue
    for (const id of [olga!.userId, eve!.userId, film]) {
      for (const call of callsOf(field, id)) {
        const text = `mutation { ${call} ${selectionOf(field.type, 2)} }`
        if (isTold(reader, await query(reader, text), text)) told.add(field.name)
      }
    }
  }
  return [...told].toSorted()
}

describe('A personal user hears nothing of others', () => {
  it('from routes that change something', { timeout: 60_000 }, async () => {
    const { told, accepted } = await toldByRoutes(kim!, at)
    expect(told).toEqual([])
    expect(accepted).toBeGreaterThan(10)
    const { told: toBob } = await toldByRoutes(bob!, service.url)
    expect(toBob.length).toBeGreaterThan(0)
  })

  it('from mutations', { timeout: 60_000 }, async () => {
    expect(await toldByMutations(kim!)).toEqual([])
    // It may end the token that it asks with.
    const another = await as('Bobzzle', owner.password, 'another-device')
    expect(await toldByMutations(another)).toEqual(['switchUser'])
  })

  it('over the web socket', async () => {
    const heardBy = async (reader: Reader, place: string) => {
      const socket = await openAppSocket(place, reader.token, afterAll)
      socket.say({ MessageType: 'SessionsStart', Data: '0,200' })
      const first = await socket.hear('Sessions')
      await ask(eve!, 'POST', '/Sessions/Playing', { ItemId: film, PositionTicks: 0 })
      const next = await socket.hear('Sessions')
      await ask(eve!, 'POST', '/Sessions/Playing/Stopped', { ItemId: film, PositionTicks: 0 })
      socket.close()
      return isTold(reader, JSON.stringify([first, next]), '')
    }
    const sessions = JSON.parse((await ask(olga!, 'GET', '/Sessions')).text)
    const own = sessions.find(({ UserId }: { UserId: string }) => UserId === olga!.userId)
    for (const { userId } of [kim!, bob!]) {
      const { status } = await ask(olga!, 'POST', `/Sessions/${own.Id}/User/${userId}`)
      expect(status).toBe(204)
    }
    expect(await heardBy(kim!, at)).toBe(false)
    expect(await heardBy(bob!, service.url)).toBe(true)
  })

  it('from subscriptions', async () => {
    const fields = Object.values(schema.getSubscriptionType()!.getFields())
    const heardBy = async (reader: Reader) => {
      const told = new Set<string>()
      for (const field of fields) {
        const text = `subscription { ${field.name} ${selectionOf(field.type, 3)} }`
        const events = await listen(service.url, text, {
          authorization: `Bearer ${reader.token}`,
        })
        const playing = { ItemId: film, PositionTicks: 0 }
        for (const player of [eve!, kim!]) {
          await ask(player, 'POST', '/Sessions/Playing', playing)
          await ask(player, 'POST', '/Sessions/Playing/Stopped', playing)
        }
        const heard = JSON.stringify(await events.next())
        events.stop()
        if (isTold(reader, heard, text)) told.add(field.name)
      }
      return [...told].toSorted()
    }
    expect(await heardBy(kim!)).toEqual([])
    expect(await heardBy(olga!)).toEqual(['activityChanged', 'playEnded', 'sessionsChanged'])
  })
})
