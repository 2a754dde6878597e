import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { elsewhere, home, openUserService, password } from '../../support/user-service.ts'

const refused = { code: 'UNAUTHORIZED' }

describe('signing in', () => {
  it('opens a configuration with its UUID and password', async () => {
    const { users, createUser } = await openUserService()
    const { uuid } = await createUser()
    expect(await users.signIn({ id: uuid, secret: password }, home)).toEqual({
      uuid,
      rowId: expect.any(Number),
      credentialVersion: 1,
      via: 'password',
      address: home.address,
    })
  })

  it('opens it with an encrypted password', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, encryptedPassword } = await createUser()
    const account = await users.signIn({ id: uuid, secret: encryptedPassword }, home)
    expect(account).toMatchObject({ uuid, via: 'token' })
  })

  it('reads a UUID in any case', async () => {
    const { users, createUser } = await openUserService()
    const { uuid } = await createUser()
    const account = await users.signIn({ id: uuid.toUpperCase(), secret: password }, home)
    expect(account.uuid).toBe(uuid)
  })

  it('takes an alias for its UUID, with either secret', async () => {
    const aliases = new Map<string, { uuid: string; secret: null }>()
    const { users, createUser } = await openUserService({ aliases })
    const { uuid, encryptedPassword } = await createUser()
    aliases.set('family', { uuid: uuid.toUpperCase(), secret: null })
    for (const secret of [password, encryptedPassword])
      expect(await users.signIn({ id: 'family', secret }, home)).toMatchObject({ uuid })
  })

  it('asks for one hash at the first time and for none at the next ones', async () => {
    const { users, createUser, calls } = await openUserService()
    const { uuid } = await createUser()
    for (let time = 0; time < 5; time++) await users.signIn({ id: uuid, secret: password }, home)
    expect(calls.verify).toBe(1)
  })

  it('asks for one hash when 32 sign in at once for the first time', async () => {
    const { users, calls } = await openUserService()
    const { uuid } = await users.create({ config: {}, password }, home)
    const signIn = () => users.signIn({ id: uuid, secret: password }, home)
    await Promise.all(Array.from({ length: 32 }, signIn))
    expect(calls.verify).toBe(1)
  })

  it('asks for no hash with an encrypted password', async () => {
    const { users, calls } = await openUserService()
    const { uuid, encryptedPassword } = await users.create({ config: {}, password }, home)
    await users.signIn({ id: uuid, secret: encryptedPassword }, home)
    expect(calls.verify).toBe(0)
  })
})

describe('a sign-in that is refused', () => {
  it('says the same and does the same work for an unknown account as for a wrong password', async () => {
    const { users, createUser, calls } = await openUserService()
    const { uuid } = await createUser()
    const attempt = async (id: string) => {
      calls.verify = 0
      const error = await users.signIn({ id, secret: 'wrong horse' }, home).catch((e: unknown) => e)
      const { code, message, headers } = error as { code: string; message: string; headers: object }
      return { code, message, headers, hashes: calls.verify }
    }
    const wrong = await attempt(uuid)
    expect(wrong).toMatchObject({
      code: 'UNAUTHORIZED',
      headers: { 'www-authenticate': expect.stringMatching(/^Basic realm=/) },
      hashes: 1,
    })
    expect(await attempt(randomUUID())).toEqual(wrong)
    expect(await attempt('no uuid at all')).toEqual(wrong)
  })

  it.each([
    ['empty', ''],
    ['longer than any password', 'x'.repeat(300)],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['only a beginning', password.slice(0, -1)],
    ['not quite text', '\ud800'.repeat(10)],
  ])('has a password that is %s', async (_, secret) => {
    const { users, createUser } = await openUserService()
    const { uuid } = await createUser()
    await expect(users.signIn({ id: uuid, secret }, home)).rejects.toMatchObject(refused)
  })

  it.each([
    ['empty', ''],
    ['with a space behind it', (uuid: string) => `${uuid} `],
    ['without dashes', (uuid: string) => uuid.replaceAll('-', '')],
    ['inherited by every object', '__proto__'],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('has an id that is %s', async (_, id) => {
    const { users, createUser } = await openUserService()
    const { uuid } = await createUser()
    const wrong = typeof id === 'string' ? id : id(uuid)
    await expect(users.signIn({ id: wrong, secret: password }, home)).rejects.toMatchObject(refused)
  })

  it("has another configuration's encrypted password", async () => {
    const { users, createUser } = await openUserService()
    const [one, other] = [await createUser(), await createUser()]
    await expect(
      users.signIn({ id: one.uuid, secret: other.encryptedPassword }, home),
    ).rejects.toMatchObject(refused)
  })

  it('has an encrypted password from before the password changed', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account, encryptedPassword } = await createUser()
    const changed = await users.changePassword(account, { password: 'another horse' })
    await expect(users.signIn({ id: uuid, secret: encryptedPassword }, home)).rejects.toMatchObject(
      refused,
    )
    expect(changed.uuid).toBe(uuid)
    expect(await users.signIn({ id: uuid, secret: changed.encryptedPassword }, home)).toMatchObject(
      { via: 'token', credentialVersion: 2 },
    )
  })

  it('is for a configuration that was deleted', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account, encryptedPassword } = await createUser()
    await users.remove(account)
    for (const secret of [password, encryptedPassword])
      await expect(users.signIn({ id: uuid, secret }, home)).rejects.toMatchObject(refused)
  })
})

describe('failed sign-ins past the limit', () => {
  async function openLocked() {
    const opened = await openUserService({ failures: 3 })
    const user = await opened.createUser()
    const attempt = (secret: string, client = home, id = user.uuid) =>
      opened.users.signIn({ id, secret }, client)
    for (let time = 0; time < 3; time++)
      await expect(attempt('wrong horse')).rejects.toMatchObject(refused)
    return { ...opened, ...user, attempt }
  }

  it('are answered 429 with a time to try again', async () => {
    const { attempt } = await openLocked()
    await expect(attempt('wrong horse')).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'retry-after': expect.any(String) },
    })
  })

  it('cost no hash any more', async () => {
    const { attempt, calls } = await openLocked()
    calls.verify = 0
    await expect(attempt('wrong horse')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    expect(calls.verify).toBe(0)
  })

  it('do not tell that a guess is right, not even while its owner is remembered', async () => {
    const { attempt } = await openLocked()
    await expect(attempt(password)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })

  it('do not lock the owner out at another address', async () => {
    const { attempt } = await openLocked()
    expect(await attempt(password, elsewhere)).toMatchObject({ via: 'password' })
  })

  it('do not keep the same address from other accounts', async () => {
    const { attempt, createUser } = await openLocked()
    const other = await createUser()
    expect(await attempt(password, home, other.uuid)).toMatchObject({ uuid: other.uuid })
  })

  it('do not stop players at the same address that have an encrypted password', async () => {
    const { attempt, encryptedPassword } = await openLocked()
    expect(await attempt(encryptedPassword)).toMatchObject({ via: 'token' })
  })

  it('are counted for an alias and its UUID together', async () => {
    const aliases = new Map<string, { uuid: string; secret: null }>()
    const { users, createUser } = await openUserService({ aliases, failures: 2 })
    const { uuid } = await createUser()
    aliases.set('family', { uuid, secret: null })
    for (const id of ['family', uuid.toUpperCase()])
      await expect(users.signIn({ id, secret: 'wrong horse' }, home)).rejects.toMatchObject(refused)
    await expect(users.signIn({ id: uuid, secret: password }, home)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
    })
  })

  it('are counted for all addresses of one IPv6 network together', async () => {
    const { users, createUser } = await openUserService({ failures: 1 })
    const { uuid } = await createUser()
    const from = (address: string) => users.signIn({ id: uuid, secret: 'wrong horse' }, { address })
    await expect(from('2001:db8::1')).rejects.toMatchObject(refused)
    await expect(from('2001:db8::ffff')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    await expect(from('2001:db8:1::1')).rejects.toMatchObject(refused)
  })

  it('stop a right guess among many that were sent at once', async () => {
    const { users, uuid } = await openLockedOut()
    const guesses = [...Array.from({ length: 10 }, (_, i) => `wrong horse ${i}`), password]
    const answers = await Promise.allSettled(
      guesses.map((secret) => users.signIn({ id: uuid, secret }, home)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([])
  })

  async function openLockedOut() {
    const { users } = await openUserService({ failures: 3 })
    const { uuid } = await users.create({ config: {}, password }, home)
    return { users, uuid }
  }
})
