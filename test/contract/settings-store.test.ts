import { describe, expect, it } from 'vitest'
import { createSettingsStore } from '../../src/storage/repositories/settings.ts'
import { dialects } from '../support/dialects.ts'

describe.each(dialects)('settings on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are null until they are set', async () => {
    const settings = createSettingsStore(await openMigrated())
    expect(await settings.get('secret-check')).toBeNull()
  })

  it.skipIf(skip)('keep the first value, and tell the second comer what it is', async () => {
    const settings = createSettingsStore(await openMigrated())
    expect(await settings.insertIfAbsent('secret-check', 'first 😀')).toBe('first 😀')
    expect(await settings.insertIfAbsent('secret-check', 'second')).toBe('first 😀')
    expect(await settings.get('secret-check')).toBe('first 😀')
  })

  it.skipIf(skip)('give all who insert at once the same winner', async () => {
    const settings = createSettingsStore(await openMigrated())
    const values = await Promise.all(
      Array.from({ length: 12 }, (_, i) => settings.insertIfAbsent('secret-check', `value ${i}`)),
    )
    expect(new Set(values).size).toBe(1)
  })

  it.skipIf(skip)('tell names apart by case', async () => {
    const settings = createSettingsStore(await openMigrated())
    await settings.insertIfAbsent('name', 'lower')
    expect(await settings.insertIfAbsent('NAME', 'upper')).toBe('upper')
  })
})
