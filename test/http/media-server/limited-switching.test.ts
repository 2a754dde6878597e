import { describe, expect, it } from 'vitest'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { closed, noonZone } from '../../support/timed-home.ts'

const schedules = { accessSchedules: [{ dayOfWeek: 'Everyday', startHour: 0, endHour: 24 }] }
const limits = { maxRating: 12, blockedGenres: ['Horror'], minutesPerDay: 60, ...schedules }

/** Olga, her sibling Bob with a PIN, Ann without, and Kim, signed in with the password of the configuration. */
async function startHome(kim: object) {
  const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' })
  const configOf = (own: object) => ({
    mediaServer: {
      timeZone: noonZone(),
      owner: { name: 'Olga' },
      users: [{ name: 'Bob', pin: '471100' }, { name: 'Ann' }, { name: 'Kim', ...own }],
    },
  })
  const owner = await service.createUser(configOf(kim))
  const signIn = (name: string) =>
    signInApp(service.url, { ...owner, uuid: `${owner.uuid}/${name}` }, `of-${name}`)
  const signedIn = await signIn('Kim')
  const change = (own: object) =>
    service.request('/api/v1/user', { method: 'PUT', auth: owner, json: { config: configOf(own) } })
  return { service, owner, signIn, change, send: senderOf(service.url, signedIn.token) }
}

type Send = ReturnType<typeof senderOf>

async function usersOf(send: Send) {
  const { body } = await send('/Service/Users')
  const users = body as { user: { Id: string; Name: string }; needs: string | null }[]
  const needs = Object.fromEntries(users.map(({ user, needs: one }) => [user.Name, one]))
  const idOf = (name: string) => users.find(({ user }) => user.Name === name)!.user.Id
  return { needs, idOf }
}

describe('A user with limits, signed in with the password of the configuration', () => {
  it.each([
    ['titles', { maxRating: 12 }],
    ['hours', schedules],
    ['minutes', { minutesPerDay: 60 }],
  ])('switches to nobody else without a secret (%s)', async (_which, own) => {
    const { send, owner } = await startHome(own)
    const { needs, idOf } = await usersOf(send)
    expect(needs).toEqual({ Olga: 'password', Bob: 'pin', Ann: 'password', Kim: null })
    for (const name of ['Olga', 'Ann', 'Bob']) {
      expect((await send('/Service/Token', { UserId: idOf(name), Pw: '' })).status).toBe(401)
    }
    const Pw = owner.password
    expect((await send('/Service/Token', { UserId: idOf('Olga'), Pw })).status).toBe(200)
  })

  it('switches to nobody else without a secret once the hours are over', async () => {
    const { send, change } = await startHome({})
    const { idOf } = await usersOf(send)
    expect((await change({ accessSchedules: closed() })).status).toBe(200)
    expect((await send('/Service/Token', { UserId: idOf('Olga'), Pw: '' })).status).toBe(401)
  })

  it('proves nothing more with the PIN of somebody else', async () => {
    const { service, send } = await startHome(limits)
    const { idOf } = await usersOf(send)
    const { body } = await send('/Service/Token', { UserId: idOf('Bob'), Pw: '471100' })
    const asBob = senderOf(service.url, body.AccessToken)
    expect((await usersOf(asBob)).needs).toMatchObject({ Olga: 'password', Ann: 'password' })
  })

  it('still switches from a user without limits as freely as before', async () => {
    const { service, signIn } = await startHome(limits)
    const olga = senderOf(service.url, (await signIn('Olga')).token)
    expect((await usersOf(olga)).needs).toEqual({ Olga: null, Bob: 'pin', Ann: null, Kim: null })
  })
})

it('Limits are told after signing in alone', async () => {
  const { service, owner, signIn, send } = await startHome({ ...limits, personal: true })
  const olga = senderOf(service.url, (await signIn('Olga')).token)
  const { body: all } = await olga('/Service/Users')
  const { personalUrl } = all.find(({ personalUrl: url }: { personalUrl?: string }) => url)
  const told = /MaxParentalRating|Horror|"BlockedTags":\["|AccessSchedules":\[\{|minutesPerDay/
  const addresses = [`/media/${owner.uuid}/${owner.token}`, new URL(personalUrl).pathname]
  for (const address of addresses) {
    const { text } = await service.request(`${address}/Users/Public`)
    expect([text.includes('Kim'), told.exec(text)]).toEqual([true, null])
  }
  const { body } = await send('/Users/Me')
  expect(body.Policy).toMatchObject({ MaxParentalRating: 12, BlockedTags: ['Horror'] })
})
