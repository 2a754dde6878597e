import { describe, expect, it } from 'vitest'
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
