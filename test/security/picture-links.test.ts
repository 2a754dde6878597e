import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPictureLinks } from '../../src/security/picture-links.ts'

const links = createPictureLinks(new Uint8Array(32).fill(7))
const address = 'https://pictures.example/key-of-somebody/film.jpg?size=ä'

const tokenOf = (text: string) => links.tokenOf(text, 70_000)!

describe('a token of a picture', () => {
  it('is the same each time, opens its address, and does not show it', () => {
    const token = tokenOf(address)
    expect(tokenOf(address)).toBe(token)
    expect(links.pictureOf(token)).toEqual({ address, payer: 70_000 })
    expect(links.tokenOf(address, 70_001)).not.toBe(token)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('somebody')
  })

  it('of another service, changed or made up, opens nothing', () => {
    const token = tokenOf(address)
    const other = createPictureLinks(new Uint8Array(32).fill(8))
    expect(other.pictureOf(token)).toBeNull()
    const changed = Buffer.from(token, 'base64url')
    changed[20]! ^= 1
    for (const text of [changed.toString('base64url'), '', 'AA', 'A'.repeat(22), '!'.repeat(80)])
      expect(links.pictureOf(text)).toBeNull()
  })

  it.each([
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    `https://a.example/${'a'.repeat(1_400)}`,
  ])('is not made of %s', (text) => {
    expect(links.tokenOf(text, 1)).toBeNull()
  })

  it.each([address, 'https://pictures.example/film.jpg#a#payer=3', 'http://a.example/'])(
    'opens %s, and on a node of the previous release an address that is asked alike',
    (written) => {
      const token = tokenOf(written)
      expect(links.pictureOf(token)).toEqual({ address: written, payer: 70_000 })
      const bytes = Buffer.from(token, 'base64url')
      const purpose = 'stream-aggregation/pictures-cipher'
      const key = new Uint8Array(hkdfSync('sha256', new Uint8Array(32).fill(7), '', purpose, 32))
      const cipher = createDecipheriv('aes-256-ctr', key, bytes.subarray(0, 16))
      const [read, asked] = [
        new URL(cipher.update(bytes.subarray(16)).toString()),
        new URL(written),
      ]
      expect([read.origin, read.pathname, read.search]).toEqual([
        asked.origin,
        asked.pathname,
        asked.search,
      ])
    },
  )

  it('that the previous release made opens its address, for no configuration', () => {
    const former = 'jbyW3H6gX3xzKSFIEkx6_rzvyTRgT-OF7CLH6SId9L0dcVXD4ePr_h9pazPVwS6rHg'
    expect(links.pictureOf(former)).toEqual({
      address: 'https://pictures.example/film.jpg',
      payer: 'unsaved',
    })
  })
})
