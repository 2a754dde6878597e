import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assertSecretKey } from '../../src/security/key-check.ts'
import { createSettingsStore } from '../../src/storage/repositories/settings.ts'
import { sqlite } from '../support/dialects.ts'

const open = async () => createSettingsStore(await sqlite.openMigrated())

describe('the secret key', () => {
  it('is right on a new database and at every later start', async () => {
    const settings = await open()
    const key = randomBytes(32)
    await assertSecretKey(settings, key)
    await expect(assertSecretKey(settings, key)).resolves.toBeUndefined()
  })

  it('is found wrong on a database that was made with another, with what to do', async () => {
    const settings = await open()
    await assertSecretKey(settings, randomBytes(32))
    await expect(assertSecretKey(settings, randomBytes(32))).rejects.toThrow(
      /SECRET_KEY.*Set SECRET_KEY to the earlier key/,
    )
  })

  it('of one node alone is right when nodes with different keys start at once', async () => {
    const settings = await open()
    const starts = await Promise.allSettled(
      Array.from({ length: 5 }, () => assertSecretKey(settings, randomBytes(32))),
    )
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('does not lie in the database', async () => {
    const settings = await open()
    const key = randomBytes(32)
    await assertSecretKey(settings, key)
    const stored = Buffer.from((await settings.get('secret-key-check'))!, 'base64url')
    expect(stored.includes(key)).toBe(false)
  })
})
