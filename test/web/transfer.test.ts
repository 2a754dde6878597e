import { describe, expect, it } from 'vitest'
import { withoutMissing } from '../../src/web/pages/account/missing-secrets.ts'
import { textOf } from '../../src/web/pages/account/transfer.ts'

const mebibyte = 2 ** 20
const compact = (bytes: number) =>
  JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) })
const fileOf = (text: string) => new File([text], 'configuration.json')

describe('a chosen file', () => {
  it('is read up to the size that the service takes, however it is indented', async () => {
    const names = Array.from({ length: 90_000 }, (_, index) => `${index}`)
    const exported = JSON.stringify({ deep: { deeper: { names } } }, null, 2)
    expect(exported.length).toBeGreaterThan(mebibyte)
    expect(await textOf(fileOf(exported))).toBe(exported)
    const largest = compact(mebibyte)
    expect(await textOf(fileOf(largest))).toBe(largest)
  })

  it.each([
    ['a configuration', compact(mebibyte + 1)],
    [
      'a configuration with letters of several bytes',
      JSON.stringify({ name: 'ä'.repeat(600_000) }),
    ],
    ['base64', btoa(compact(mebibyte + 1))],
    ['another text', ' '.repeat(mebibyte + 1)],
    ['an indented configuration', `${' '.repeat(8 * mebibyte)}{}`],
  ])('is refused when it is larger: %s', async (_kind, text) => {
    await expect(textOf(fileOf(text))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })
})

describe('a configuration to import', () => {
  const set = { set: true }
  const stored = {
    mediaServer: {
      owner: { pin: set },
      users: [
        { id: 'a', name: 'Mia', pin: set },
        { id: 'b', name: 'Noah' },
      ],
    },
  } as const

  it.each([
    ['by id', { id: 'A', name: 'Other', pin: set }, []],
    ['by name, where nobody has the id', { id: 'c', name: ' mia', pin: set }, []],
    ['but not by name where the id is of another', { id: 'b', name: 'Mia', pin: set }, ['pin']],
    ['each by itself', { name: 'Mia', pin: set, password: set }, ['password']],
    ['while new ones come with it', { name: 'New', pin: '4711', password: null }, []],
    ['whatever it holds', { name: 7, id: [], pin: set }, ['pin']],
  ])('keeps secrets that are stored: %s', (_how, user, lost) => {
    const read = { mediaServer: { owner: { pin: set }, users: [user] } }
    const { usable, missing } = withoutMissing(read, stored)
    expect(missing.map(({ field }) => field)).toEqual(lost)
    const kept = Object.entries(user).filter(([key]) => !lost.some((one) => one === key))
    expect(usable).toEqual({
      mediaServer: { owner: { pin: set }, users: [Object.fromEntries(kept)] },
    })
  })

  it.each([
    {},
    { mediaServer: 'none' },
    { mediaServer: null },
    { mediaServer: { users: ['x', 7] } },
  ])('stays as it is where it has none: %j', (read) => {
    expect(withoutMissing(read, stored)).toEqual({ usable: read, missing: [] })
  })
})
