import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { home, openUserService, password } from '../../support/user-service.ts'

const encode = (value: unknown, encoding: BufferEncoding = 'base64'): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(encoding)

const config = { name: 'Ü 🔑 ???>>>', sources: [] }

describe('a user-data header', () => {
  it.each([
    ['base64', encode(config)],
    ['base64 without padding', encode(config).replace(/=+$/, '')],
    ['URL-safe base64', encode(config, 'base64url')],
    ['base64 with spaces around it', ` ${encode(config)} `],
  ])('of %s is read', async (_, header) => {
    const { users } = await openUserService()
    expect((await users.fromHeader(header, home)).userData).toEqual(config)
  })

  it('is parsed once while the same text comes again', async () => {
    let plans = 0
    const { users } = await openUserService({ checkPlan: () => plans++ })
    const first = await users.fromHeader(encode(config), home)
    const second = await users.fromHeader(encode(config), home)
    expect(second.userData).toBe(first.userData)
    expect(second.cacheKey).toBe(first.cacheKey)
    expect(plans).toBe(1)
  })

  it('of another content has another key', async () => {
    const { users } = await openUserService()
    const keys = await Promise.all(
      [{}, { name: 'a' }].map(async (one) => (await users.fromHeader(encode(one), home)).cacheKey),
    )
    expect(new Set(keys).size).toBe(2)
  })

  it.each([
    ['empty', ''],
    ['not base64', '{"name": "x"}'],
    ['base64 of no JSON', encode('name: x')],
    ['base64 of cut JSON', encode('{"name": "x"')],
    ['base64 of a list', encode([])],
    ['base64 of text', encode('"text"')],
    ['base64 of null', encode('null')],
    [
      'base64 of bytes that are not UTF-8',
      Buffer.from('{"name": "\xff"}', 'latin1').toString('base64'),
    ],
    ['larger than any header', encode({ name: 'x'.repeat(600_000) })],
  ])('that is %s is a bad request', async (_, header) => {
    const { users } = await openUserService()
    await expect(users.fromHeader(header, home)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('x-service-user-data'),
    })
  })

  it('that does not fit the schema is an invalid configuration, time and again', async () => {
    const { users } = await openUserService()
    for (let time = 0; time < 2; time++)
      await expect(users.fromHeader(encode({ sources: 5 }), home)).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('sources: '),
      })
  })

  it('that no search could run with is refused, time and again', async () => {
    const problem = new AppError('INVALID_CONFIG', 'bad plan')
    const { users } = await openUserService({
      checkPlan: () => {
        throw problem
      },
    })
    for (let time = 0; time < 2; time++)
      await expect(users.fromHeader(encode(config), home)).rejects.toBe(problem)
  })

  it('takes a configuration as it was read, users and kept PINs included', async () => {
    const { users, createUser, merged } = await openUserService()
    const { account } = await createUser({
      mediaServer: { users: [{ name: 'Anna', pin: '1234' }] },
    })
    const exported = await merged(account)
    expect((await users.fromHeader(encode(exported), home)).userData).toEqual(exported)
  })
})

describe('a user-data header on a protected instance', () => {
  const addonPasswords = ['addon password']

  it('is read with the right addonPassword', async () => {
    const { users } = await openUserService({ addonPasswords })
    const header = encode({ ...config, addonPassword: 'addon password' })
    expect((await users.fromHeader(header, home)).userData).toMatchObject(config)
  })

  it.each([
    ['without it', {}],
    ['with a wrong one', { addonPassword: 'wrong' }],
    ['with a list of them', { addonPassword: addonPasswords }],
    ['without it, and other problems', { sources: 5 }],
  ])('%s is a bad request', async (_, object) => {
    const { users } = await openUserService({ addonPasswords })
    await expect(users.fromHeader(encode(object), home)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('addonPassword'),
    })
  })
})

describe('a user-data header with a parent', () => {
  it('is merged over it', async () => {
    const { users, createUser } = await openUserService()
    const { uuid } = await createUser({ name: 'parent', addonPassword: 'p' })
    const parentConfig = { uuid, password }
    const { userData } = await users.fromHeader(encode({ logo: 'l', parentConfig }), home)
    expect(userData).toEqual({ name: 'parent', logo: 'l', parentConfig })
  })

  it('costs one hash in all when it comes again', async () => {
    const { users, calls } = await openUserService()
    const { uuid } = await users.create({ config: {}, password }, home)
    const header = encode({ parentConfig: { uuid, password } })
    for (let time = 0; time < 3; time++) await users.fromHeader(header, home)
    expect(calls.verify).toBe(1)
  })

  it('follows each change of it', async () => {
    const { users, createUser, replace } = await openUserService()
    const { uuid, account } = await createUser({ name: 'parent' })
    const header = encode({ parentConfig: { uuid, password } })
    const before = await users.fromHeader(header, home)
    await replace(account, { name: 'renamed' })
    const after = await users.fromHeader(header, home)
    expect(after.userData.name).toBe('renamed')
    expect(after.cacheKey).not.toBe(before.cacheKey)
  })

  it.each(['nobody', ''.padEnd(36, '0')])('that is %s cannot be used', async (uuid) => {
    const { users } = await openUserService()
    const header = encode({ parentConfig: { uuid, password } })
    await expect(users.fromHeader(header, home)).rejects.toMatchObject({
      code: 'PARENT_CONFIG_UNAVAILABLE',
      message: expect.stringMatching(/no such configuration, or its password is wrong/),
    })
  })

  it('is one failed sign-in for each wrong password', async () => {
    const { users, createUser } = await openUserService({ failures: 2 })
    const { uuid } = await createUser()
    const header = encode({ parentConfig: { uuid, password: 'wrong horse' } })
    for (const code of [
      'PARENT_CONFIG_UNAVAILABLE',
      'PARENT_CONFIG_UNAVAILABLE',
      'RATE_LIMIT_EXCEEDED',
    ])
      await expect(users.fromHeader(header, home)).rejects.toMatchObject({ code })
  })

  it('ends with the password of the parent', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account } = await createUser()
    const header = encode({ parentConfig: { uuid, password } })
    await users.fromHeader(header, home)
    await users.changePassword(account, { password: 'another horse' })
    await expect(users.fromHeader(header, home)).rejects.toMatchObject({
      code: 'PARENT_CONFIG_UNAVAILABLE',
    })
  })
})
