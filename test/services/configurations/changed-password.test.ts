import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConfigurationStore } from '../../../src/model/configuration.ts'
import { home, openUserService, password } from '../../support/user-service.ts'

const refused = { code: 'UNAUTHORIZED' }

describe('a changed password', () => {
  it('is the only one that opens from then on, also where the old one was remembered', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account } = await createUser()
    await users.changePassword(account, { password: 'another horse' })
    await expect(users.signIn({ id: uuid, secret: password }, home)).rejects.toMatchObject(refused)
    expect(await users.signIn({ id: uuid, secret: 'another horse' }, home)).toMatchObject({ uuid })
  })

  it('on one node ends what another node remembers of the old one', async () => {
    const { users, startNode, createUser } = await openUserService()
    const { uuid, account } = await createUser()
    const second = startNode()
    await second.users.signIn({ id: uuid, secret: password }, home)
    await users.changePassword(account, { password: 'another horse' })
    await expect(second.users.signIn({ id: uuid, secret: password }, home)).rejects.toMatchObject(
      refused,
    )
  })

  it('ends those who signed in with the old one', async () => {
    const { users, createUser } = await openUserService()
    const { account } = await createUser()
    await users.changePassword(account, { password: 'another horse' })
    const uses = [
      () => users.ownUser(account, { raw: true }).details(),
      () => users.forSearch(account),
      () => users.replace(account, {}, { ifMatch: null }),
      () => users.changePassword(account, { password: 'a third horse' }),
      () => users.remove(account),
    ]
    for (const use of uses) await expect(use()).rejects.toMatchObject(refused)
  })

  it('is refused to somebody who only has the encrypted one', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, encryptedPassword } = await createUser()
    const account = await users.signIn({ id: uuid, secret: encryptedPassword }, home)
    await expect(
      users.changePassword(account, { password: 'another horse' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is refused when it breaks a rule, and the old one stays', async () => {
    const { users, createUser } = await openUserService()
    const { uuid, account } = await createUser()
    await expect(users.changePassword(account, { password: 'short' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await users.signIn({ id: uuid, secret: password }, home)).toMatchObject({ uuid })
  })

  it('is set by one of two who change it at once', async () => {
    const { users, createUser } = await openUserService()
    const { account } = await createUser()
    const changes = await Promise.allSettled([
      users.changePassword(account, { password: 'second horse' }),
      users.changePassword(account, { password: 'third horse' }),
    ])
    expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('whether a user exists', () => {
  it('is answered with the UUID, for a UUID in any case and for an alias', async () => {
    const aliases = new Map<string, { uuid: string; secret: null }>()
    const { users, createUser } = await openUserService({ aliases })
    const { uuid } = await createUser()
    aliases.set('family', { uuid, secret: null })
    for (const id of [uuid, uuid.toUpperCase(), 'family']) expect(await users.exists(id)).toBe(uuid)
  })

  it.each(['', 'nobody', '%00', "' or 1=1 --", randomUUID(), 'x'.repeat(1_000_000)])(
    'is answered USER_NOT_FOUND for %.40j',
    async (id) => {
      const { users } = await openUserService()
      await expect(users.exists(id)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    },
  )

  it('is answered for many in one look-up, in their order', async () => {
    const { createUser, store } = await openUserService()
    const [one, other] = [await createUser(), await createUser()]
    let lookUps = 0
    const counting: ConfigurationStore = {
      ...store,
      findExisting: (uuids) => (lookUps++, store.findExisting(uuids)),
    }
    const { users } = await openUserService({ store: counting })
    const ids = [other.uuid, 'nobody', one.uuid, randomUUID(), other.uuid.toUpperCase()]
    expect(await users.resolveMany(ids)).toEqual([other.uuid, null, one.uuid, null, other.uuid])
    expect(lookUps).toBe(1)
  })
})
