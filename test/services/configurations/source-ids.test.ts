import { describe, expect, it } from 'vitest'
import { jsonBytes } from '../../../src/core/json.ts'
import { sourcesOf } from '../../../src/services/configured-sources.ts'
import type { Account } from '../../../src/services/configurations/accounts.ts'
import { openUserService, password } from '../../support/user-service.ts'

const source = (name: string, more: object = {}) => ({
  type: 'stremio',
  url: `https://${name}.example/manifest.json`,
  ...more,
})

async function open(...names: readonly string[]) {
  const opened = await openUserService()
  const { users, createUser, replace } = opened
  const { uuid, account } = await createUser({ sources: names.map((name) => source(name)) })
  const idsOf = async (of: Account) =>
    sourcesOf(await users.forSearch(of)).map(({ id, url }) => `${new URL(url).host[0]} ${id}`)
  const save = async (...sources: readonly object[]) => {
    await replace(account, { sources })
    return idsOf(account)
  }
  return { ...opened, uuid, account, idsOf, save }
}

describe('a source without an id of its own', () => {
  it('is numbered by its place, and keeps the number when it moves', async () => {
    const { save, idsOf, account } = await open('a', 'b', 'c')
    expect(await idsOf(account)).toEqual(['a #1', 'b #2', 'c #3'])
    expect(await save(source('c'), source('a'), source('b'))).toEqual(['c #3', 'a #1', 'b #2'])
    expect(await save(source('b'), source('c'), source('a'))).toEqual(['b #2', 'c #3', 'a #1'])
  })

  it('does not get the number of one that was removed, which has it again when it comes back', async () => {
    const { save } = await open('a', 'b')
    expect(await save(source('b'))).toEqual(['b #2'])
    expect(await save(source('new'), source('b'))).toEqual(['n #3', 'b #2'])
    expect(await save(source('new'), source('a'), source('b'))).toEqual(['n #3', 'a #1', 'b #2'])
  })

  it('keeps it when its address is changed where it stands', async () => {
    const { save } = await open('a', 'b')
    expect(await save(source('a'), source('moved'))).toEqual(['a #1', 'm #2'])
    expect(await save(source('moved'), source('a'))).toEqual(['m #2', 'a #1'])
  })

  it('with a new address does not get that of another one that is removed at the same time', async () => {
    const { save } = await open('a', 'b')
    expect(await save(source('renewed'))).toEqual(['r #3'])
    expect(await save(source('a'), source('b'))).toEqual(['a #1', 'b #2'])
  })

  it('leaves an id to the source that has it for its own', async () => {
    const { save } = await open('a')
    const own = source('b', { id: '#1' })
    const [first, second] = await save(own, source('a'))
    expect(first).toBe('b #1')
    expect(second).toMatch(/^a #(?!1$)/)
    expect(await save(source('a'), own)).toEqual([second, first])
  })

  it('is told from others of the same address', async () => {
    const { save } = await open('a', 'a', 'b')
    expect(await save(source('b'), source('a'), source('a'))).toEqual(['b #3', 'a #1', 'a #2'])
  })

  it('is numbered in configurations of the former release as it was there', async () => {
    const { uuid, account, store, services, idsOf, save } = await open('a', 'b')
    const userData = { sources: [source('x'), source('y')] }
    const record = { userData, secrets: { owner: {}, users: {} }, parent: null }
    await store.replace(uuid, services.sealer.seal(jsonBytes(record), uuid), null)
    expect(await idsOf(account)).toEqual(['x #1', 'y #2'])
    expect(await save(source('y'), source('x'))).toEqual(['y #2', 'x #1'])
  })

  it('is named in the order of the configuration for its owner, who sees no other id in it', async () => {
    const { users, account, save, raw } = await open('a', 'b')
    await save(source('b'), source('own', { id: 'mine' }), source('a'))
    const shown = users.ownUser(account, { raw: true })
    expect(await shown.sourceIds()).toEqual(['#2', 'mine', '#1'])
    expect((await raw(account)).sources).toEqual([
      source('b'),
      source('own', { id: 'mine' }),
      source('a'),
    ])
  })
})

describe('sources of a parent and of its child', () => {
  it('keep them where a new address comes after the parent has grown', async () => {
    const { uuid, createUser, replace, idsOf, save } = await open('a')
    const parentConfig = { uuid, password }
    const { account: child } = await createUser({ parentConfig, sources: [source('c')] })
    await save(source('a'), source('b'))
    await replace(child, { parentConfig, sources: [source('d')] })
    expect(await idsOf(child)).toEqual(['a #1', expect.stringMatching(/^b /), 'd #2'])
  })

  it('keep their numbers whichever of the two is changed', async () => {
    const { uuid, createUser, replace, users, idsOf, save } = await open('a')
    const parentConfig = { uuid, password }
    const { account: child } = await createUser({ parentConfig, sources: [source('c')] })
    expect(await idsOf(child)).toEqual(['a #1', 'c #2'])
    await save(source('b'), source('a'))
    const [b, ...others] = await idsOf(child)
    expect(others).toEqual(['a #1', 'c #2'])
    expect(b).toMatch(/^b #[\w-]{16}$/)
    await replace(child, { parentConfig, sources: [source('d'), source('c')] })
    await save(source('a'), source('b'))
    expect(await idsOf(child)).toEqual(['a #1', b, 'd #3', 'c #2'])
    expect(await users.ownUser(child, { raw: true }).sourceIds()).toEqual(['#3', '#2'])
  })
})
