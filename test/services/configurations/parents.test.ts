import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConfigurationStore } from '../../../src/model/configuration.ts'
import type { UserData } from '../../../src/model/user-data.ts'
import { home, openUserService, password } from '../../support/user-service.ts'

const unavailable = { code: 'PARENT_CONFIG_UNAVAILABLE' }

const source = (name: string) => ({ type: 'stremio', url: `https://${name}.example/manifest.json` })

type Opened = Awaited<ReturnType<typeof openUserService>>

/** Configurations of which each is the parent of the next; the highest first. */
async function createChain({ createUser }: Opened, length: number) {
  const chain: Awaited<ReturnType<Opened['createUser']>>[] = []
  for (let level = 0; level < length; level++) {
    const uuid = chain.at(-1)?.uuid
    chain.push(
      await createUser({
        [`level${level}`]: true,
        name: `level ${level}`,
        ...(uuid && { parentConfig: { uuid, password } }),
      }),
    )
  }
  return chain
}

async function openFamily(parent: object = { name: 'parent' }, child: object = {}) {
  const opened = await openUserService()
  const above = await opened.createUser(parent)
  const parentConfig = { uuid: above.uuid, password }
  const below = await opened.createUser({ ...child, parentConfig })
  return { ...opened, above, below, parentConfig }
}

describe('a configuration with a parent', () => {
  it('is read and searched with what it inherits', async () => {
    const { users, merged, below, parentConfig } = await openFamily(
      { name: 'parent', sources: [source('a')], filters: { size: { min: 5 } } },
      { name: 'child', sources: [source('b')], filters: { size: { max: 9 } } },
    )
    const expected = {
      name: 'child',
      sources: [source('a'), source('b')],
      filters: { size: { min: 5, max: 9 } },
      parentConfig,
    }
    expect(await merged(below.account)).toEqual(expected)
    expect((await users.forSearch(below.account)).userData).toEqual(expected)
  })

  it('is read without it when raw', async () => {
    const { raw, below, parentConfig } = await openFamily({ name: 'parent' }, { logo: 'l' })
    expect(await raw(below.account)).toEqual({ logo: 'l', parentConfig })
  })

  it('is answered with it when replaced', async () => {
    const { replace, below, parentConfig } = await openFamily()
    expect(await replace(below.account, { parentConfig, logo: 'l' })).toEqual({
      name: 'parent',
      logo: 'l',
      parentConfig,
    })
  })

  it('shows nothing of how its parent and the parent of that are opened', async () => {
    const opened = await openUserService()
    const { createUser, merged } = opened
    const top = await createUser({ addonPassword: 'top addon password' }, 'top password')
    const middle = await createUser(
      {
        addonPassword: 'middle addon password',
        parentConfig: { uuid: top.uuid, password: 'top password' },
      },
      'middle password',
    )
    const parentConfig = { uuid: middle.uuid, password: 'middle password' }
    const { account } = await createUser({ parentConfig })
    expect(await merged(account)).toEqual({ parentConfig })
  })

  it('may name it by alias and open it with an encrypted password', async () => {
    const aliases = new Map<string, { uuid: string; secret: null }>()
    const { createUser, merged } = await openUserService({ aliases })
    const { uuid, encryptedPassword } = await createUser({ name: 'parent' })
    aliases.set('family', { uuid, secret: null })
    const parentConfig = { uuid: 'family', password: encryptedPassword }
    const { account } = await createUser({ parentConfig })
    expect(await merged(account)).toEqual({ name: 'parent', parentConfig })
  })

  it('follows each change of it at once', async () => {
    const { users, replace, above, below } = await openFamily()
    const before = await users.forSearch(below.account)
    await replace(above.account, { name: 'renamed' })
    const after = await users.forSearch(below.account)
    expect(after.userData.name).toBe('renamed')
    expect(after.cacheKey).not.toBe(before.cacheKey)
  })

  it('is merged once while nothing in its chain changes', async () => {
    const { users, below } = await openFamily()
    const [first, second] = [
      await users.forSearch(below.account),
      await users.forSearch(below.account),
    ]
    expect(second).toEqual(first)
    expect(second.userData).toBe(first.userData)
  })

  it('keeps its content when what was read merged is saved again', async () => {
    const { merged, replace, below } = await openFamily(
      {
        sources: [source('a'), { ...source('b'), id: 'b' }],
        filters: { keyword: { exclude: ['x'] } },
      },
      { sources: [source('c')], formatter: { id: 'compact' } },
    )
    const before = await merged(below.account)
    expect(await replace(below.account, before)).toEqual(before)
    expect(await merged(below.account)).toEqual(before)
  })

  it('costs no hash when read, searched and saved again, not even on a node that has just started', async () => {
    const { below, startNode } = await openFamily()
    const { users, calls } = startNode()
    expect((await users.forSearch(below.account)).userData.name).toBe('parent')
    const { userData } = await users.ownUser(below.account, { raw: false }).details()
    await users.replace(below.account, userData, { ifMatch: null })
    expect(calls.verify).toBe(0)
  })

  it('is checked as a whole for whether a search could run with it', async () => {
    const seen: UserData[] = []
    const { createUser } = await openUserService({ checkPlan: (userData) => seen.push(userData) })
    const { uuid } = await createUser({ name: 'parent' })
    await createUser({ logo: 'l', parentConfig: { uuid, password } })
    expect(seen.at(-1)).toMatchObject({ name: 'parent', logo: 'l' })
  })
})

describe('a parent that cannot be used', () => {
  it('is answered the same when it does not exist and when its password is wrong', async () => {
    const { users, createUser } = await openUserService()
    const { uuid } = await createUser()
    const attempt = async (parentConfig: object) => {
      const config = { parentConfig }
      const error = await users.create({ config, password }, home).catch((e: unknown) => e)
      return { code: (error as { code: string }).code, message: (error as Error).message }
    }
    const wrong = await attempt({ uuid, password: 'wrong horse' })
    expect(wrong).toMatchObject(unavailable)
    expect(await attempt({ uuid: randomUUID(), password })).toEqual(wrong)
    expect(await attempt({ uuid: 'nobody', password })).toEqual(wrong)
  })

  it('is one whose password is no longer sent rightly, although it was when last saved', async () => {
    const { replace, raw, below, parentConfig } = await openFamily()
    const wrong = { ...parentConfig, password: 'wrong horse' }
    await expect(replace(below.account, { parentConfig: wrong })).rejects.toMatchObject(unavailable)
    expect(await raw(below.account)).toEqual({ parentConfig })
  })

  it('is counted as a failed sign-in', async () => {
    const { users, createUser } = await openUserService({ failures: 2 })
    const { uuid } = await createUser()
    const { account } = await createUser()
    const config = { parentConfig: { uuid, password: 'wrong horse' } }
    await expect(users.create({ config, password }, home)).rejects.toMatchObject(unavailable)
    await expect(users.replace(account, config, { ifMatch: null })).rejects.toMatchObject(
      unavailable,
    )
    const limited = { code: 'RATE_LIMIT_EXCEEDED' }
    await expect(users.create({ config, password }, home)).rejects.toMatchObject(limited)
    await expect(users.signIn({ id: uuid, secret: password }, home)).rejects.toMatchObject(limited)
  })

  it('is the configuration itself', async () => {
    const { createUser, replace } = await openUserService()
    const { uuid, account } = await createUser()
    await expect(
      replace(account, { parentConfig: { uuid: uuid.toUpperCase(), password } }),
    ).rejects.toMatchObject(unavailable)
  })

  it('has the configuration above itself', async () => {
    const opened = await openUserService()
    const [top, , low] = await createChain(opened, 3)
    await expect(
      opened.replace(top!.account, { parentConfig: { uuid: low!.uuid, password } }),
    ).rejects.toMatchObject(unavailable)
  })

  it('has five others above itself, while four are fine', async () => {
    const opened = await openUserService()
    const chain = await createChain(opened, 6)
    expect(await opened.merged(chain[5]!.account)).toMatchObject({
      name: 'level 5',
      level0: true,
      level4: true,
    })
    const parentConfig = { uuid: chain[5]!.uuid, password }
    await expect(opened.createUser({ parentConfig })).rejects.toMatchObject(unavailable)
  })

  it('gets one too many above itself later', async () => {
    const opened = await openUserService()
    const chain = await createChain(opened, 6)
    const above = await opened.createUser()
    await opened.replace(chain[0]!.account, { parentConfig: { uuid: above.uuid, password } })
    await expect(opened.merged(chain[5]!.account)).rejects.toMatchObject(unavailable)
    expect(await opened.merged(chain[4]!.account)).toMatchObject({ name: 'level 4' })
  })

  it('closes a circle that two saves at once have made', async () => {
    const { store, startNode, createUser, merged } = await openUserService()
    const [one, other] = [await createUser(), await createUser()]
    const below = await createUser({ parentConfig: { uuid: one.uuid, password } })
    const bothChecked = Promise.withResolvers<void>()
    let checked = 0
    const patient: ConfigurationStore = {
      ...store,
      async replace(...change) {
        if (++checked === 2) bothChecked.resolve()
        await bothChecked.promise
        return store.replace(...change)
      },
    }
    const { users } = startNode({ store: patient })
    const saveUnder = (low: typeof one, { uuid }: typeof one) =>
      users.replace(low.account, { parentConfig: { uuid, password } }, { ifMatch: null })
    await Promise.all([saveUnder(one, other), saveUnder(other, one)])
    for (const { account } of [one, other, below])
      await expect(merged(account)).rejects.toMatchObject({
        ...unavailable,
        message: expect.stringMatching(/cannot lie above itself/),
      })
  })

  it.each<[string, (family: Awaited<ReturnType<typeof openFamily>>) => Promise<unknown>]>([
    ['was deleted', ({ users, above }) => users.remove(above.account)],
    [
      'has another password now',
      ({ users, above }) => users.changePassword(above.account, { password: 'another horse' }),
    ],
  ])('%s: the child is read raw and can be repaired', async (_, lose) => {
    const family = await openFamily({ name: 'parent' }, { logo: 'mine' })
    const { users, merged, raw, replace, below, parentConfig } = family
    await users.forSearch(below.account)
    await lose(family)
    await expect(merged(below.account)).rejects.toMatchObject(unavailable)
    await expect(users.forSearch(below.account)).rejects.toMatchObject(unavailable)
    expect(await raw(below.account)).toEqual({ logo: 'mine', parentConfig })
    expect(await replace(below.account, { logo: 'mine' })).toEqual({ logo: 'mine' })
    expect(await merged(below.account)).toEqual({ logo: 'mine' })
  })

  it('is tried once, however often its child is asked for', async () => {
    const { users, merged, above, below, calls } = await openFamily()
    await users.changePassword(above.account, { password: 'another horse' })
    calls.verify = 0
    for (let time = 0; time < 50; time++)
      await expect(merged(below.account)).rejects.toMatchObject(unavailable)
    expect(calls.verify).toBe(1)
  })

  it('works again when its password is set to the same once more', async () => {
    const { users, merged, above, below, calls } = await openFamily()
    await users.changePassword(above.account, { password })
    calls.verify = 0
    expect(await merged(below.account)).toMatchObject({ name: 'parent' })
    expect(calls.verify).toBe(1)
  })

  it('was opened with an encrypted password that has ended', async () => {
    const { users, createUser, merged } = await openUserService()
    const above = await createUser()
    const parentConfig = { uuid: above.uuid, password: above.encryptedPassword }
    const { account } = await createUser({ parentConfig })
    await users.changePassword(above.account, { password })
    await expect(merged(account)).rejects.toMatchObject(unavailable)
  })
})
