import { createSealer } from './seal.ts'

export type Credential = { readonly uuid: string; readonly credentialVersion: number }

export type Tokens = {
  issue(credential: Credential): string
  /** Null for everything but an unchanged token of this service. */
  open(text: string): Credential | null
}

const shape = /^[A-Za-z0-9_-]{67}$/

export function createTokens(secretKey: Uint8Array): Tokens {
  const sealer = createSealer(secretKey, 'encrypted-password')

  return {
    issue({ uuid, credentialVersion }) {
      const plain = Buffer.alloc(20)
      plain.write(uuid.replaceAll('-', ''), 'hex')
      plain.writeUInt32BE(credentialVersion, 16)
      return Buffer.from(sealer.seal(plain, '')).toString('base64url')
    },

    open(text) {
      if (!shape.test(text)) return null
      const sealed = Buffer.from(text, 'base64url')
      // Base64 has spare bits at its end; only the spelling that was issued counts.
      if (sealed.toString('base64url') !== text) return null
      const plain = sealer.open(sealed, '')
      if (plain?.length !== 20) return null
      const bytes = Buffer.from(plain)
      return {
        uuid: bytes
          .toString('hex', 0, 16)
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        credentialVersion: bytes.readUInt32BE(16),
      }
    },
  }
}
