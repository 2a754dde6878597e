import { verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import type { UserData } from '../../../src/model/user-data.ts'
import { home, openUserService, password } from '../../support/user-service.ts'

type MediaServer = NonNullable<UserData['mediaServer']>
type User = NonNullable<MediaServer['users']>[number]

const set = { set: true }
const anId = 'a'.repeat(32)
const anotherId = 'b'.repeat(32)
const invalid = (message: RegExp) => ({
  code: 'INVALID_CONFIG',
  message: expect.stringMatching(message),
})

/** A configuration with these users, and how to replace them. */
async function openUsers(users: object[], owner?: object) {
  const opened = await openUserService()
  const { createUser, raw, replace } = opened
  const { account } = await createUser({ mediaServer: { users, ...(owner && { owner }) } })
  const read = async (): Promise<User[]> => (await raw(account)).mediaServer!.users!
  const save = async (next: object[], mediaServer: object = {}): Promise<User[]> =>
    (await replace(account, { mediaServer: { ...mediaServer, users: next } })).mediaServer!.users!
  return { ...opened, account, read, save, saved: await read() }
}

describe('the ids of media-server users', () => {
  it('are made when they are saved', async () => {
    const { saved } = await openUsers([{ name: 'Anna' }, { name: 'Ben' }])
    expect(saved).toEqual([
      { name: 'Anna', id: expect.stringMatching(/^[\da-f]{32}$/) },
      { name: 'Ben', id: expect.stringMatching(/^[\da-f]{32}$/) },
    ])
    expect(saved[0]!.id).not.toBe(saved[1]!.id)
  })

  it('stay with the name of a user sent without one', async () => {
    const { saved, save } = await openUsers([{ name: 'Anna' }, { name: 'Ben' }])
    const next = await save([{ name: 'Carl' }, { name: 'ben ' }, { name: 'Anna', hidden: true }])
    expect(next.slice(1).map(({ id }) => id)).toEqual([saved[1]!.id, saved[0]!.id])
    expect(saved.map(({ id }) => id)).not.toContain(next[0]!.id)
  })

  it('stay when a user sent with one is renamed, and the name is free again', async () => {
    const { saved, save } = await openUsers([{ name: 'Anna' }])
    const next = await save([{ id: saved[0]!.id, name: 'Annabel' }, { name: 'Anna' }])
    expect(next[0]).toEqual({ id: saved[0]!.id, name: 'Annabel' })
    expect(next[1]!.id).not.toBe(saved[0]!.id)
  })

  it('are taken as they come with a configuration that was saved elsewhere, in lower case', async () => {
    const { saved } = await openUsers([{ id: anId.toUpperCase(), name: 'Anna' }])
    expect(saved[0]!.id).toBe(anId)
  })

  it.each([
    [
      'a doubled id',
      [
        { id: anId, name: 'A' },
        { id: anId.toUpperCase(), name: 'B' },
      ],
      /users\[1\]\.id: /,
    ],
    ['an id of another shape', [{ id: 'owner', name: 'A' }], /users\[0\]\.id: .*32 hexadecimal/],
    ['a doubled name', [{ name: 'Anna' }, { name: ' anna' }], /users\[1\]\.name: /],
    ['a blank name', [{ name: '  ' }], /users\[0\]\.name: .*blank/],
    ['the name that stands for the owner', [{ name: 'Owner' }], /users\[0\]\.name: /],
    ["the owner's own name", [{ name: 'Papa' }], /users\[0\]\.name: /],
  ])('are refused with %s', async (_, users, message) => {
    await expect(openUsers(users, { name: 'Papa' })).rejects.toMatchObject(invalid(message))
  })
})

describe('historyOf', () => {
  it.each([
    ['the name of another user', 'ben', anotherId],
    ['the id of another user', anotherId.toUpperCase(), anotherId],
    ['owner', 'Owner', 'owner'],
    ["the owner's name", 'Papa', 'owner'],
    ['nobody', null, null],
  ])('naming %s is stored as an id', async (_, historyOf, stored) => {
    const users = [
      { id: anId, name: 'Anna', historyOf },
      { id: anotherId, name: 'Ben' },
    ]
    const { saved } = await openUsers(users, { name: 'Papa' })
    expect(saved[0]!.historyOf).toBe(stored)
  })

  it.each([
    ['somebody unknown', 'Zoe', /historyOf: names no user/],
    ['nothing', '', /historyOf: names no user/],
    ['the user itself', 'Anna', /historyOf: names the user itself/],
    ['a user who shares a history as well', 'Ben', /historyOf: .*as well/],
  ])('naming %s is refused', async (_, historyOf, message) => {
    const users = [
      { name: 'Anna', historyOf },
      { name: 'Ben', historyOf: 'owner' },
    ]
    await expect(openUsers(users)).rejects.toMatchObject(invalid(message))
  })
})

describe('PINs and passwords of media-server users', () => {
  /** The hashes as they lie in the database, by the path of their user. */
  async function hashesOf({ store, services, account }: Awaited<ReturnType<typeof openUsers>>) {
    const { sealed } = (await store.find(account.uuid))!
    const record = Buffer.from(services.sealer.open(sealed, account.uuid)!).toString()
    return { record, hashes: record.match(/\$argon2id\$[^"]+/g) ?? [] }
  }

  it('come back as set, and lie in the database only as hashes', async () => {
    const opened = await openUsers([{ name: 'Anna', pin: '4711', password: 'anna secret' }], {
      pin: '081500',
    })
    expect(opened.saved[0]).toMatchObject({ pin: set, password: set })
    expect((await opened.raw(opened.account)).mediaServer!.owner).toEqual({ pin: set })
    const { record, hashes } = await hashesOf(opened)
    expect(record).not.toMatch(/4711"|anna secret|081500/)
    expect(hashes).toHaveLength(3)
    const fits = await Promise.all(
      ['4711', 'anna secret', '081500'].map(
        async (secret) =>
          (await Promise.all(hashes.map((hash) => verify(hash, secret)))).filter(Boolean).length,
      ),
    )
    expect(fits).toEqual([1, 1, 1])
  })

  it.each([
    ['as it was read', (users: User[]) => users],
    ['without ids', (users: User[]) => users.map((user) => ({ ...user, id: undefined }))],
    ['with other ids', (users: User[]) => users.map((user) => ({ ...user, id: anId }))],
    ['under another name', (users: User[]) => users.map((user) => ({ ...user, name: 'Zoe' }))],
  ])('are kept when the user is sent back %s', async (_, change) => {
    const opened = await openUsers([{ name: 'Anna', pin: '4711', password: 'anna secret' }])
    const before = await hashesOf(opened)
    opened.calls.hash = 0
    await opened.save(change(opened.saved))
    expect((await hashesOf(opened)).hashes).toEqual(before.hashes)
    expect(opened.calls.hash).toBe(0)
  })

  it.each([
    ['left out', {}],
    ['null', { pin: null }],
  ])('are gone when %s', async (_, pin) => {
    const opened = await openUsers([{ name: 'Anna', pin: '4711' }])
    const [anna] = await opened.save([{ name: 'Anna', ...pin }])
    expect(anna).not.toMatchObject({ pin: set })
    expect((await hashesOf(opened)).hashes).toEqual([])
  })

  it('are new when new ones are sent', async () => {
    const opened = await openUsers([{ name: 'Anna', pin: '4711' }])
    await opened.save([{ name: 'Anna', pin: '1234' }])
    const { hashes } = await hashesOf(opened)
    expect(await verify(hashes[0]!, '1234')).toBe(true)
  })

  it('stay when the same ones are sent again', async () => {
    const users = [
      { name: 'Anna', pin: '4711', password: 'anna secret' },
      { name: 'Ben', pin: '4711' },
    ]
    const opened = await openUsers(users, { pin: '081500' })
    const before = await hashesOf(opened)
    await opened.save([{ ...users[0]!, name: 'Anne', id: opened.saved[0]!.id }, users[1]!])
    const { hashes } = await hashesOf(opened)
    expect(before.hashes).toHaveLength(4)
    expect(hashes).toHaveLength(3)
    expect(before.hashes).toEqual(expect.arrayContaining(hashes))
  })

  it('stay with their users when the list is put in another order', async () => {
    const opened = await openUsers([
      { name: 'Anna', pin: '1111' },
      { name: 'Ben', pin: '2222' },
    ])
    const [anna, ben] = opened.saved
    await opened.save([ben!, anna!])
    const { hashes } = await hashesOf(opened)
    expect(await verify(hashes[0]!, '2222')).toBe(true)
  })

  it.each([
    ['a new user', { name: 'Zoe', pin: set }, /users\[0\]\.pin: .*no pin is stored/],
    ['a user without that secret', { name: 'Anna', password: set }, /\.password: .*no password/],
    ['a known id without one', { id: 'ben', name: 'Anna', pin: set }, /users\[0\]\.pin: /],
  ])('cannot be kept for %s', async (_, user, message) => {
    const { saved, save } = await openUsers([{ name: 'Anna', pin: '4711' }, { name: 'Ben' }])
    const sent = { ...user, ...('id' in user && { id: saved[1]!.id }) }
    await expect(save([sent])).rejects.toMatchObject(invalid(message))
  })

  it('cannot be kept for an owner who has none', async () => {
    const { save } = await openUsers([])
    await expect(save([], { owner: { pin: set } })).rejects.toMatchObject(
      invalid(/mediaServer\.owner\.pin: .*no pin is stored/),
    )
  })

  it('cannot be brought along as a hash', async () => {
    const hash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'
    for (const pin of [hash, { hash }, { set: hash }, { set: true, hash }])
      await expect(openUsers([{ name: 'Anna', pin }])).rejects.toMatchObject(invalid(/pin: /))
    const opened = await openUsers([{ name: 'Anna', pin: '4711' }])
    const [anna] = await opened.save([{ name: 'Anna', pin: { set: true, hash } }])
    expect(anna!.pin).toEqual(set)
    expect((await hashesOf(opened)).record).not.toContain(hash)
  })

  it.each([
    ['3 digits', { pin: '123' }, /pin: must be 4 to 12 digits/],
    ['13 digits', { pin: '1234567890123' }, /pin: must be 4 to 12 digits/],
    ['letters', { pin: 'abcd' }, /pin: must be 4 to 12 digits/],
    ['digits of another script', { pin: '١٢٣٤' }, /pin: must be 4 to 12 digits/],
    ['a number', { pin: 4711 }, /pin: /],
    ['a password longer than 256 bytes', { password: 'ü'.repeat(200) }, /password: .*256 bytes/],
  ])('are refused as %s', async (_, secret, message) => {
    await expect(openUsers([{ name: 'Anna', ...secret }])).rejects.toMatchObject(invalid(message))
  })

  it('are hashed one after the other, so that one save never fills the queue', async () => {
    const users = Array.from({ length: 40 }, (_, i) => ({ name: `user ${i}`, pin: `${1000 + i}` }))
    const { createUser, raw } = await openUserService({ hashQueue: { slots: 1, waiting: 1 } })
    const { account } = await createUser({ mediaServer: { users } })
    expect((await raw(account)).mediaServer!.users).toHaveLength(40)
  })
})

describe('media-server users of a parent', () => {
  async function openFamily() {
    const opened = await openUserService()
    const parent = await opened.createUser({
      mediaServer: { owner: { pin: '1234' }, users: [{ name: 'Anna', pin: '4711' }] },
    })
    const parentConfig = { uuid: parent.uuid, password }
    const child = await opened.createUser({ parentConfig })
    return { ...opened, parent, parentConfig, child }
  }

  it('are inherited with their ids', async () => {
    const { merged, raw, parent, child } = await openFamily()
    const inherited = (await merged(child.account)).mediaServer
    expect(inherited).toEqual((await raw(parent.account)).mediaServer)
    expect(inherited).toMatchObject({ owner: { pin: set }, users: [{ name: 'Anna', pin: set }] })
  })

  it('become the child’s own, with ids and PINs, when what was read merged is saved', async () => {
    const { users, merged, raw, replace, parent, child } = await openFamily()
    const read = await merged(child.account)
    expect(await replace(child.account, read)).toEqual(read)
    await users.remove(parent.account)
    const { parentConfig: _, ...alone } = read
    expect(await replace(child.account, alone)).toEqual(alone)
    expect(await raw(child.account)).toEqual(alone)
  })

  it('are kept in the one save that leaves the parent', async () => {
    const { merged, replace, child } = await openFamily()
    const { parentConfig: _, ...alone } = await merged(child.account)
    expect(await replace(child.account, alone)).toEqual(alone)
  })

  it('are kept in the one save that creates a second child', async () => {
    const { users, merged, parentConfig, child } = await openFamily()
    const config = { ...(await merged(child.account)), parentConfig }
    const { uuid } = await users.create({ config, password }, home)
    const account = await users.signIn({ id: uuid, secret: password }, home)
    expect(await merged(account)).toEqual(config)
  })

  it('leave the child’s own list alone', async () => {
    const { merged, replace, parentConfig, child } = await openFamily()
    await replace(child.account, { parentConfig, mediaServer: { users: [{ name: 'Zoe' }] } })
    const { mediaServer } = await merged(child.account)
    expect(mediaServer!.users!.map(({ name }) => name)).toEqual(['Zoe'])
    expect(mediaServer!.owner).toEqual({ pin: set })
  })
})
