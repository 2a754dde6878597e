import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { dialects } from '../../support/dialects.ts'
import { home, openUserService, password } from '../../support/user-service.ts'

const config = { name: 'Mine', 'unknown key': { kept: [1, null, 'ü'] } }

describe('creating a user', () => {
  it('answers its UUID and an encrypted password, and keeps the configuration as it was sent', async () => {
    const { createUser, raw } = await openUserService()
    const { uuid, encryptedPassword, revision, account } = await createUser(config)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/)
    expect(encryptedPassword).toMatch(/^[\w-]+$/)
    expect(revision).toBe(1)
    expect(await raw(account)).toEqual(config)
  })

  it('takes an empty configuration', async () => {
    const { createUser, merged } = await openUserService()
    const { account } = await createUser({})
    expect(await merged(account)).toEqual({})
  })

  it.each([
    ['no configuration', { password }, /^config is missing/],
    ['null for a configuration', { config: null, password }, /^config must be a JSON object/],
    ['a list for a configuration', { config: [], password }, /^config must be a JSON object/],
    ['text for a configuration', { config: '{}', password }, /^config must be a JSON object/],
    ['no password', { config: {} }, /^password is missing/],
    ['a short password', { config: {}, password: 'short' }, /^password must have at least 8/],
    ['a number for a password', { config: {}, password: 123456789 }, /^password must be text/],
  ])('with %s is a bad request', async (_, input, message) => {
    const { users } = await openUserService()
    await expect(
      users.create(input as Parameters<typeof users.create>[0], home),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(message) })
  })

  it('refuses a configuration that does not fit before it hashes anything', async () => {
    const { users, calls } = await openUserService()
    await expect(users.create({ config: { name: 5 }, password }, home)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/name: /),
    })
    expect(calls.hash).toBe(0)
  })

  it('refuses a configuration that no search could run with', async () => {
    const problem = new AppError('INVALID_CONFIG', 'filters.regex.exclude[0]: cannot be compiled')
    const { users } = await openUserService({
      checkPlan: ({ filters }) => {
        if (filters?.regex) throw problem
      },
    })
    const bad = { filters: { regex: { exclude: ['('] } } }
    await expect(users.create({ config: bad, password }, home)).rejects.toBe(problem)
    expect(await users.create({ config: {}, password }, home)).toMatchObject({ revision: 1 })
  })

  it('leaves neither the configuration nor the password readable in the database', async () => {
    const { createUser, store } = await openUserService()
    const { uuid } = await createUser({ name: 'a name to look for' })
    const row = await store.find(uuid)
    expect(Buffer.from(row!.sealed).includes('look for')).toBe(false)
    expect(row!.passwordHash).not.toContain(password)
  })

  it('does not open a sealed configuration that was put into the row of another', async () => {
    const { users, createUser, store } = await openUserService()
    const [victim, thief] = [await createUser({ name: 'secret' }), await createUser()]
    await store.replace(thief.uuid, (await store.find(victim.uuid))!.sealed, null)
    const { details } = users.ownUser(thief.account, { raw: true })
    await expect(details()).rejects.toThrow(/cannot be decrypted/)
  })
})

describe('reading a user', () => {
  it('answers the configuration, a new encrypted password and an ETag', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account } = await createUser(config)
    const read = () => users.ownUser(account, { raw: false }).details()
    const [first, second] = [await read(), await read()]
    expect(first).toEqual({
      userData: config,
      encryptedPassword: expect.any(String),
      etag: '"1"',
    })
    expect(second.encryptedPassword).not.toBe(first.encryptedPassword)
    for (const { encryptedPassword } of [first, second])
      expect(await users.signIn({ id: uuid, secret: encryptedPassword }, home)).toMatchObject({
        uuid,
      })
  })

  it('never lets a caller change what others read', async () => {
    const { createUser, merged } = await openUserService()
    const { account } = await createUser({ filters: { size: { min: 1 } } })
    const mine = await merged(account)
    expect(() => {
      mine.filters!.size!.min = 2
    }).toThrow(TypeError)
    expect(await merged(account)).toEqual({ filters: { size: { min: 1 } } })
  })
})

describe('replacing a configuration', () => {
  it('replaces it whole and answers it with a new ETag', async () => {
    const { users, createUser, raw } = await openUserService()
    const { uuid, account } = await createUser(config)
    const replaced = await users.replace(account, { description: 'new' }, { ifMatch: null })
    expect(replaced).toEqual({
      uuid,
      userData: { description: 'new' },
      encryptedPassword: expect.any(String),
      etag: '"2"',
      warnings: expect.any(Function),
    })
    expect(await raw(account)).toEqual({ description: 'new' })
  })

  it('keeps the password, its sign-ins and encrypted passwords', async () => {
    const { users, createUser, replace } = await openUserService()
    const { uuid, encryptedPassword, account } = await createUser()
    await replace(account, config)
    for (const secret of [password, encryptedPassword])
      expect(await users.signIn({ id: uuid, secret }, home)).toMatchObject({ uuid })
  })

  it('changes nothing when the new one does not fit', async () => {
    const { createUser, raw, replace } = await openUserService()
    const { account } = await createUser(config)
    await expect(replace(account, { sources: 5 })).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    await expect(replace(account, undefined)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await raw(account)).toEqual(config)
  })

  it.each([
    ['the present ETag', '"1"'],
    ['one of several', '"7", "1"'],
    ['any', '*'],
    ['the present ETag that a proxy weakened', 'W/"1"'],
    ['the present ETag without its quotes', '1'],
  ])('is done with If-Match naming %s', async (_, ifMatch) => {
    const { users, createUser, raw } = await openUserService()
    const { account } = await createUser(config)
    expect(await users.replace(account, {}, { ifMatch })).toMatchObject({ etag: '"2"' })
    expect(await raw(account)).toEqual({})
  })

  it.each([
    ['an older one', '"0"'],
    ['another without quotes', '2'],
    ['something else', 'garbage'],
    ['nothing at all', ''],
  ])('is refused with If-Match naming %s', async (_, ifMatch) => {
    const { users, createUser, raw } = await openUserService()
    const { account } = await createUser(config)
    await expect(users.replace(account, {}, { ifMatch })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await raw(account)).toEqual(config)
  })

  it('fails when the configuration is gone', async () => {
    const { users, createUser, replace } = await openUserService()
    const { account } = await createUser()
    await users.remove(account)
    await expect(replace(account, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe.each(dialects)('replacing at the same time on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('lets one of many pages that read the same state win', async () => {
    const { users, createUser, raw } = await openUserService({ db: await openMigrated() })
    const { account } = await createUser()
    const saves = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        users.replace(account, { name: `page ${i}` }, { ifMatch: '"1"' }),
      ),
    )
    const won = saves.filter((save) => save.status === 'fulfilled')
    expect(won).toHaveLength(1)
    expect(await raw(account)).toEqual(won[0]!.value.userData)
    for (const save of saves.filter(({ status }) => status === 'rejected'))
      expect(save).toMatchObject({ reason: { code: 'CONFLICT' } })
  })

  it.skipIf(skip)('lets all succeed and one be the last where nobody asks', async () => {
    const { users, createUser, raw, replace } = await openUserService({ db: await openMigrated() })
    const { account } = await createUser()
    const names = Array.from({ length: 16 }, (_, i) => `page ${i}`)
    await Promise.all(names.map((name) => replace(account, { name })))
    expect(names).toContain((await raw(account)).name)
    expect((await users.ownUser(account, { raw: true }).details()).etag).toBe('"17"')
  })

  it.skipIf(skip)('gives a user of the media server one id, whoever comes first', async () => {
    const { createUser, replace } = await openUserService({ db: await openMigrated() })
    const { account } = await createUser()
    const saved = await Promise.all(
      Array.from({ length: 4 }, () =>
        replace(account, { mediaServer: { users: [{ name: 'Anna' }] } }),
      ),
    )
    expect(new Set(saved.map(({ mediaServer }) => mediaServer!.users![0]!.id)).size).toBe(1)
  })
})

describe('deleting a user', () => {
  it('ends it for good', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account } = await createUser()
    await users.remove(account)
    await expect(users.exists(uuid)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    await expect(users.ownUser(account, { raw: true }).details()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    await expect(users.remove(account)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('leaves others alone', async () => {
    const { users, createUser } = await openUserService()
    const [one, other] = [await createUser(), await createUser()]
    await users.remove(one.account)
    expect(await users.exists(other.uuid)).toBe(other.uuid)
  })
})

describe('a protected instance', () => {
  const addonPasswords = ['first addon password', 'second addon password']
  const open = () => openUserService({ addonPasswords })

  it.each(addonPasswords)('takes a configuration that carries %j', async (addonPassword) => {
    const { createUser, raw, replace } = await open()
    const { account } = await createUser({ addonPassword })
    expect(await replace(account, { addonPassword, name: 'n' })).toEqual({
      addonPassword,
      name: 'n',
    })
    expect(await raw(account)).toEqual({ addonPassword, name: 'n' })
  })

  it.each([
    ['no addonPassword', {}],
    ['a wrong one', { addonPassword: 'wrong' }],
    ['an empty one', { addonPassword: '' }],
    ['both in one', { addonPassword: addonPasswords.join(',') }],
    ['a list', { addonPassword: addonPasswords }],
    [
      'one that only its prototype has',
      JSON.parse('{"__proto__": {"addonPassword": "first addon password"}}'),
    ],
    ['no addonPassword, and other problems', { sources: 5 }],
  ])('refuses a configuration with %s', async (_, config: object) => {
    const { users, createUser } = await open()
    await expect(users.create({ config, password }, home)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: expect.stringMatching(/addonPassword/),
    })
    const { account } = await createUser({ addonPassword: addonPasswords[0] })
    await expect(users.replace(account, config, { ifMatch: null })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('leaves an addonPassword alone where none is asked for', async () => {
    const { createUser, raw } = await openUserService()
    const { account } = await createUser({ addonPassword: 'whatever' })
    expect(await raw(account)).toEqual({ addonPassword: 'whatever' })
  })
})

describe('the configuration to search with', () => {
  it('is decrypted once while it stays the same', async () => {
    const { users, createUser } = await openUserService()
    const { account } = await createUser(config)
    const [first, second] = [await users.forSearch(account), await users.forSearch(account)]
    expect(first.userData).toEqual(config)
    expect(second.userData).toBe(first.userData)
    expect(second.cacheKey).toBe(first.cacheKey)
  })

  it('is the new one, under a new key, as soon as any node has replaced it', async () => {
    const { users, startNode, createUser } = await openUserService()
    const { account } = await createUser(config)
    const before = await users.forSearch(account)
    await startNode().users.replace(account, { name: 'New' }, { ifMatch: null })
    const after = await users.forSearch(account)
    expect(after.userData).toEqual({ name: 'New' })
    expect(after.cacheKey).not.toBe(before.cacheKey)
  })

  it('has another key for every configuration', async () => {
    const { users, createUser } = await openUserService()
    const keys = new Set<string>()
    for (let i = 0; i < 3; i++)
      keys.add((await users.forSearch((await createUser()).account)).cacheKey)
    expect(keys.size).toBe(3)
  })
})
