import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { counted, named, ownPassword, pin, startGuarded } from '../../support/guarded-service.ts'
import type { Guess } from '../../support/guarded-service.ts'
import { until } from '../../support/until.ts'

describe('Sixty guesses at once, the right one last', () => {
  const wrongPins = Array.from({ length: 59 }, (_, i) => String(100_000 + i))

  async function allAtOnce(guess: (secret: string) => Promise<{ status: number }>, right: string) {
    const wrong = right === pin ? wrongPins : wrongPins.map((digits) => `wrong ${digits}`)
    const answers = await Promise.all([...wrong, right].map((secret) => guess(secret)))
    return counted(answers.map(({ status }) => status))
  }

  it.each<[string, string, Guess]>([
    [
      'a PIN alone',
      pin,
      (service, home, secret) => service.signIn('Kim', secret, { where: named(home) }),
    ],
    [
      'a PIN after the right password',
      pin,
      (service, home, secret) => service.signIn(`${home.uuid}/Kim`, `${home.password}/${secret}`),
    ],
    [
      'a password of the own',
      ownPassword,
      (service, home, secret) => service.signIn(`${home.uuid}/Lena`, secret),
    ],
  ])('%s: five are heard, and the right one not even afterwards', async (_what, right, guess) => {
    const service = await startGuarded()
    const home = await service.home()
    // What is checked before the guess is known already, so that all come to it together.
    await service.signIn(home.uuid, home.password)
    expect(await allAtOnce((secret) => guess(service, home, secret), right)).toEqual({
      401: 5,
      429: 55,
    })
    expect(await guess(service, home, right)).toMatchObject({ status: 429 })
  })

  it.each([
    ['a PIN', 'Kim', pin],
    ['a password of the own', 'Lena', ownPassword],
  ])('%s when switching users: five are heard', async (_what, name, right) => {
    const service = await startGuarded()
    const home = await service.home()
    const olga = await service.signIn(home.uuid, home.password)
    const { body: users } = await service.as(olga.token, 'GET', '/Users')
    const UserId = users.find(({ Name }: { Name: string }) => Name === name).Id
    const switchTo = (Pw: string) =>
      service.as(olga.token, 'POST', '/Service/Token', { UserId, Pw })
    expect(await allAtOnce(switchTo, right)).toEqual({ 401: 5, 429: 55 })
    expect(await switchTo(right)).toMatchObject({ status: 429 })
  })
})

describe('A locked user', () => {
  it('is let in after the lock, whatever was guessed meanwhile', async () => {
    const service = await startGuarded({ PIN_LOCK: '2s' })
    const home = await service.home()
    const guess = async (secret: string) =>
      (await service.signIn('Kim', secret, { where: named(home) })).status
    for (let time = 0; time < 5; time++) expect(await guess('111111')).toBe(401)
    const meanwhile = await Promise.all(Array.from({ length: 12 }, () => guess('111111')))
    expect(counted(meanwhile)).toEqual({ 429: 12 })
    await until(
      'the lock to end',
      () => guess('111111'),
      (status) => status === 401,
    )
    for (let time = 0; time < 3; time++) expect(await guess('111111')).toBe(401)
    expect(await guess(pin)).toBe(200)
    // A success begins anew.
    for (let time = 0; time < 4; time++) expect(await guess('111111')).toBe(401)
    expect(await guess(pin)).toBe(200)
  })

  it('by PINs alone on an alias comes in with password and PIN, wherever', async () => {
    const before = await startGuarded()
    const home = await before.home()
    const service = await startGuarded({
      DATA_DIR: before.dataDir,
      ALIASED_CONFIGURATIONS: `home:${home.uuid}:${home.password}`,
    })
    const where = '/media/u/home'
    for (let time = 0; time < 8; time++) await service.signIn('Kim', '111111', { where })
    expect(await service.signIn('Kim', pin, { where })).toMatchObject({ status: 429 })
    const both = `${home.password}/${pin}`
    expect(await service.signIn(`${home.uuid}/Kim`, both)).toMatchObject({ status: 200 })
    expect(await service.signIn('home/Kim', both)).toMatchObject({ status: 200 })
    expect(await service.signIn('Kim', both, { where })).toMatchObject({ status: 200 })
    // That does not give the guesses alone another five.
    expect(await service.signIn('Kim', pin, { where })).toMatchObject({ status: 429 })
  })
})

describe('UUIDs that nobody has', () => {
  it('share one counter of an address, which is nobody else’s', async () => {
    const service = await startGuarded({ RATE_LIMIT_SIGN_IN: '5/1m' })
    const home = await service.home()
    const guess = async (from?: string) =>
      (await service.signIn(randomUUID(), 'wrong password', from ? { from } : {})).status
    for (let time = 0; time < 5; time++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect(await service.signIn('no UUID at all', 'wrong password')).toMatchObject({ status: 429 })
    expect(await service.signIn(home.uuid, home.password)).toMatchObject({ status: 200 })
    expect(await guess('192.0.2.2')).toBe(401)
  })

  it('do so with Basic credentials as well', async () => {
    const service = await startGuarded({ RATE_LIMIT_SIGN_IN: '5/1m' })
    const home = await service.home()
    const guess = async () => {
      const auth = { uuid: randomUUID(), password: 'wrong password' }
      return (await service.request('/api/v1/user', { auth })).status
    }
    for (let time = 0; time < 5; time++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect((await service.request('/api/v1/user', { auth: home })).status).toBe(200)
  })
})

describe('Guesses at many names', () => {
  it('share one counter: a hidden one is found no faster', async () => {
    const service = await startGuarded({ RATE_LIMIT_SIGN_IN: '6/1m', PIN_ATTEMPTS: '3' })
    const home = await service.createUser({
      mediaServer: { users: [{ name: 'Secret', hidden: true, pin: '900100' }] },
    })
    const statuses: number[] = []
    for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Secret', 'Nobody']) {
      statuses.push((await service.signIn(name, '111111', { where: named(home) })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
  })
})
