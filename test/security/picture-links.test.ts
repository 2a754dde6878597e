import { describe, expect, it } from 'vitest'
import { createPictureLinks } from '../../src/security/picture-links.ts'

const links = createPictureLinks(new Uint8Array(32).fill(7))
const address = 'https://pictures.example/key-of-somebody/film.jpg?size=ä'

const tokenOf = (text: string) => links.tokenOf(text)!

describe('a token of a picture', () => {
  it('is the same each time, opens its address, and does not show it', () => {
    const token = tokenOf(address)
    expect(tokenOf(address)).toBe(token)
    expect(links.addressOf(token)).toBe(address)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('somebody')
  })

  it('of another service, changed or made up, opens nothing', () => {
    const token = tokenOf(address)
    const other = createPictureLinks(new Uint8Array(32).fill(8))
    expect(other.addressOf(token)).toBeNull()
    const changed = Buffer.from(token, 'base64url')
    changed[20]! ^= 1
    for (const text of [changed.toString('base64url'), '', 'AA', 'A'.repeat(22), '!'.repeat(80)])
      expect(links.addressOf(text)).toBeNull()
  })

  it.each([
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    `https://a.example/${'a'.repeat(1_400)}`,
  ])('is not made of %s', (text) => {
    expect(links.tokenOf(text)).toBeNull()
  })
})
