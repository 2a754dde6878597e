import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { dialects } from '../support/dialects.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (value: Uint8Array | undefined): string => new TextDecoder().decode(value)

describe.each(dialects)('stored configurations on $name', ({ skip, openMigrated }) => {
  async function emptyStore() {
    const db = await openMigrated()
    return { db, store: createConfigurationStore(db) }
  }

  async function storeWithOne() {
    const { store } = await emptyStore()
    const uuid = randomUUID()
    const number = await store.insert({ uuid, passwordHash: 'first hash', sealed: bytes('one') })
    return { store, uuid, number }
  }

  it.skipIf(skip)('are found as they were inserted', async () => {
    const { store, uuid, number } = await storeWithOne()
    const found = await store.find(uuid)
    expect(found).toEqual({
      rowId: number,
      uuid,
      passwordHash: 'first hash',
      credentialVersion: 1,
      revision: 1,
      sealed: expect.any(Uint8Array),
      createdAt: expect.any(Date),
      updatedAt: found?.createdAt,
    })
    expect(text(found?.sealed)).toBe('one')
    expect(Math.abs(Date.now() - found!.createdAt.getTime())).toBeLessThan(60_000)
  })

  it.skipIf(skip)('keep every byte of two megabytes', async () => {
    const { store } = await emptyStore()
    const uuid = randomUUID()
    const sealed = Uint8Array.from({ length: 2_000_000 }, (_, i) => (i * 31) % 256)
    await store.insert({ uuid, passwordHash: 'h', sealed })
    expect(Buffer.compare((await store.find(uuid))!.sealed, sealed)).toBe(0)
  })

  it.skipIf(skip)('take a view of a larger buffer for the view alone', async () => {
    const { store } = await emptyStore()
    const uuid = randomUUID()
    await store.insert({
      uuid,
      passwordHash: 'h',
      sealed: bytes('beforeTHISafter').subarray(6, 10),
    })
    expect(text((await store.find(uuid))?.sealed)).toBe('THIS')
  })

  it.skipIf(skip).each([
    ['unknown', randomUUID()],
    ['empty', ''],
    ['outside ASCII', '😀'.repeat(18)],
    ['SQL', "' or 1=1 -- "],
    ['long', 'a'.repeat(100_000)],
    ['with a zero character', '\0'.repeat(36)],
  ])('are not found under a UUID that is %s', async (_, uuid) => {
    const { store } = await storeWithOne()
    expect(await store.find(uuid)).toBeNull()
    expect(await store.remove(uuid)).toBe(false)
    expect(await store.setPassword(uuid, 'other', 1)).toBe(false)
    expect(await store.replace(uuid, bytes('x'), null)).toBeNull()
    expect(await store.replace(uuid, bytes('x'), 1)).toBeNull()
  })

  it.skipIf(skip)('are not found under their UUID with a space behind it', async () => {
    const { store, uuid } = await storeWithOne()
    expect(await store.find(`${uuid} `)).toBeNull()
    expect(await store.remove(`${uuid} `)).toBe(false)
  })

  it.skipIf(skip)('say which of many UUIDs are in use', async () => {
    const { store, uuid } = await storeWithOne()
    const others = Array.from({ length: 100 }, () => randomUUID())
    const asked = ['', '😀', `${uuid} `, ...others, uuid, uuid]
    expect(await store.findExisting(asked)).toEqual(new Set([uuid]))
    expect(await store.findExisting([])).toEqual(new Set())
  })

  it.skipIf(skip)('refuse a UUID that is taken, without naming what they hold', async () => {
    const { store, uuid } = await storeWithOne()
    const again = store.insert({ uuid, passwordHash: 'secret-hash', sealed: bytes('secret') })
    const error = await again.catch((error: Error) => error)
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|736563/)
  })

  describe('replacing', () => {
    it.skipIf(skip)('raises the revision, whether one was expected or not', async () => {
      const { store, uuid } = await storeWithOne()
      expect(await store.replace(uuid, bytes('two'), 1)).toBe(2)
      expect(await store.replace(uuid, bytes('three'), null)).toBe(3)
      const found = await store.find(uuid)
      expect([text(found?.sealed), found?.revision, found?.credentialVersion]).toEqual([
        'three',
        3,
        1,
      ])
    })

    it.skipIf(skip)('changes nothing where another revision is there', async () => {
      const { store, uuid } = await storeWithOne()
      expect(await store.replace(uuid, bytes('two'), 7)).toBeNull()
      expect(text((await store.find(uuid))?.sealed)).toBe('one')
    })

    it.skipIf(skip)('lets one of many through that expect the same revision', async () => {
      const { store, uuid } = await storeWithOne()
      const tries = await Promise.all(
        Array.from({ length: 12 }, (_, i) => store.replace(uuid, bytes(`try ${i}`), 1)),
      )
      const winners = tries.flatMap((revision, i) => (revision === null ? [] : [i]))
      expect(winners).toHaveLength(1)
      expect(text((await store.find(uuid))?.sealed)).toBe(`try ${winners[0]}`)
    })

    it.skipIf(skip)('gives each of many that expect nothing its own revision', async () => {
      const { store, uuid } = await storeWithOne()
      const revisions = await Promise.all(
        Array.from({ length: 12 }, () => store.replace(uuid, bytes('x'), null)),
      )
      expect(revisions.sort((a, b) => a! - b!)).toEqual(Array.from({ length: 12 }, (_, i) => i + 2))
    })

    it.skipIf(skip)('touches no other configuration', async () => {
      const { store, uuid } = await storeWithOne()
      const other = randomUUID()
      await store.insert({ uuid: other, passwordHash: 'h', sealed: bytes('other') })
      await store.replace(uuid, bytes('two'), null)
      expect(text((await store.find(other))?.sealed)).toBe('other')
    })
  })

  it.skipIf(skip)('change their password once per credential version', async () => {
    const { store, uuid } = await storeWithOne()
    expect(await store.setPassword(uuid, 'second hash', 1)).toBe(true)
    expect(await store.setPassword(uuid, 'third hash', 1)).toBe(false)
    const found = await store.find(uuid)
    expect([found?.passwordHash, found?.credentialVersion, found?.revision]).toEqual([
      'second hash',
      2,
      1,
    ])
  })

  it.skipIf(skip)('are gone once removed', async () => {
    const { store, uuid } = await storeWithOne()
    expect(await store.remove(uuid)).toBe(true)
    expect(await store.remove(uuid)).toBe(false)
    expect(await store.find(uuid)).toBeNull()
  })

  it.skipIf(skip)('are removed only where the revision is the expected one', async () => {
    const { store, uuid } = await storeWithOne()
    await store.replace(uuid, bytes('two'), null)
    expect(await store.remove(uuid, 1)).toBe(false)
    expect(await store.find(uuid)).not.toBeNull()
    expect(await store.remove(uuid, 2)).toBe(true)
  })

  it.skipIf(skip)('never get the number of a removed one', async () => {
    const { store, uuid, number } = await storeWithOne()
    await store.remove(uuid)
    const next = await store.insert({ uuid: randomUUID(), passwordHash: 'h', sealed: bytes('x') })
    expect(next).toBeGreaterThan(number)
  })
})
