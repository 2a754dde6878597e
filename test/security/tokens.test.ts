import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../src/security/tokens.ts'

const secretKey = randomBytes(32)
const tokens = createTokens(secretKey)
const credential = { uuid: randomUUID(), credentialVersion: 7 }

describe('an encrypted password', () => {
  it('opens to the configuration and credential version that it was issued for', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat({ max: 2 ** 32 - 1 }), (uuid, credentialVersion) => {
        const opened = tokens.open(tokens.issue({ uuid, credentialVersion }))
        expect(opened).toEqual({ uuid, credentialVersion })
      }),
    )
  })

  it('opens on every node that has the same key', () => {
    expect(createTokens(secretKey).open(tokens.issue(credential))).toEqual(credential)
  })

  it('is different at each issue', () => {
    const issued = Array.from({ length: 50 }, () => tokens.issue(credential))
    expect(new Set(issued).size).toBe(50)
  })

  it('goes into an address and a Basic header as it is', () => {
    const token = tokens.issue(credential)
    expect(encodeURIComponent(token)).toBe(token)
    expect(token).not.toContain(':')
  })

  it('shows nothing of what it stands for', () => {
    const bytes = Buffer.from(tokens.issue(credential), 'base64url')
    expect(bytes.toString('hex')).not.toContain(credential.uuid.slice(0, 8))
  })

  it('is no token once any character is another', () => {
    const token = tokens.issue(credential)
    for (const [index, character] of token.split('').entries()) {
      for (const other of ['A', 'B', 'z', '0', '-', '_'].filter((letter) => letter !== character))
        expect(tokens.open(token.slice(0, index) + other + token.slice(index + 1))).toBeNull()
    }
  })

  it('has one spelling, although base64 could end in several', () => {
    const token = tokens.issue(credential)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = alphabet.split('').map((last) => token.slice(0, -1) + last)
    expect(spellings.filter((text) => tokens.open(text) !== null)).toEqual([token])
  })

  it('is no token on an instance with another key', () => {
    expect(createTokens(randomBytes(32)).open(tokens.issue(credential))).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['a password', 'correct horse battery staple'],
    ['a text of the same length', 'A'.repeat(67)],
    ['a token cut short', createTokens(secretKey).issue(credential).slice(0, -1)],
    ['a token with something behind it', `${createTokens(secretKey).issue(credential)}=`],
    ['a megabyte', 'A'.repeat(1_000_000)],
  ])('is not %s', (_, text) => {
    expect(tokens.open(text)).toBeNull()
  })
})
