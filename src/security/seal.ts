import { kMaxLength as maxPlain } from 'node:buffer'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const version = 1
const deflated = 1
const ivLength = 12
const tagLength = 16
const headLength = 2 + ivLength
/** In bytes; below it packing costs more than it saves. */
const worthPacking = 1_024

export type Sealer = {
  /** The context, such as a row's id, is not stored: a value sealed for one cannot pass as another's. */
  seal(plain: Uint8Array, context: string): Uint8Array
  /** Null if it was not sealed with this key, purpose and context, was changed, or holds more than `maxBytes`. */
  open(sealed: Uint8Array, context: string, maxBytes?: number): Uint8Array | null
}

/**
 * AES-256-GCM under a key per purpose: version, flags, 12 bytes of IV, ciphertext, 16 bytes of tag; all authenticated.
 * `packs: false`: for values that are compressed already. `repeats: true`: equal values of a context are sealed
 * alike; the IV is then a keyed hash of both.
 */
export function createSealer(
  secretKey: Uint8Array,
  purpose: string,
  { packs = true, repeats = false }: { packs?: boolean; repeats?: boolean } = {},
): Sealer {
  const key = createSecretKey(deriveKey(secretKey, purpose))
  const ivKey = repeats ? deriveKey(secretKey, `${purpose}/iv`) : null

  function ivOf(plain: Uint8Array, context: string): Buffer {
    if (ivKey === null) return randomBytes(ivLength)
    const named = Buffer.from(`${Buffer.byteLength(context)} ${context}`)
    return createHmac('sha256', ivKey).update(named).update(plain).digest().subarray(0, ivLength)
  }

  return {
    seal(plain, context) {
      const packed = packs && plain.length >= worthPacking
      const iv = ivOf(plain, context)
      const head = Buffer.from([version, packed ? deflated : 0])
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
      const body = cipher.update(packed ? deflateRawSync(plain) : plain)
      return Buffer.concat([head, iv, body, cipher.final(), cipher.getAuthTag()])
    },

    open(sealed, context, maxBytes = maxPlain) {
      if (sealed.length < headLength + tagLength || sealed[0] !== version) return null
      const end = sealed.length - tagLength
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(2, headLength))
      decipher.setAAD(Buffer.concat([sealed.subarray(0, 2), Buffer.from(context)]))
      decipher.setAuthTag(sealed.subarray(end))
      const body = decipher.update(sealed.subarray(headLength, end))
      try {
        decipher.final()
        if (sealed[1] === deflated) return inflateRawSync(body, { maxOutputLength: maxBytes })
      } catch {
        return null
      }
      return body.length > maxBytes ? null : body
    },
  }
}

function deriveKey(secretKey: Uint8Array, purpose: string): Uint8Array {
  if (secretKey.length !== 32) throw new RangeError('The secret key must have 32 bytes')
  return new Uint8Array(hkdfSync('sha256', secretKey, '', `stream-aggregation/${purpose}`, 32))
}
