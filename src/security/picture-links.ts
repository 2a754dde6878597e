import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PictureLinks } from '../model/picture-links.ts'

const tagBytes = 16
/** Of the address; a router takes no longer part of a path. */
const longest = 1_400
/** Of pages that are asked for again; about two megabytes. */
const maxKept = 5_000

/**
 * AES-256-CTR with a tag of the address as its IV: the same address has the same token, so that browsers keep the picture,
 * and nobody else can make one.
 */
export function createPictureLinks(secretKey: Uint8Array): PictureLinks {
  const derive = (purpose: string) =>
    createSecretKey(
      new Uint8Array(
        hkdfSync('sha256', secretKey, '', `stream-aggregation/pictures-${purpose}`, 32),
      ),
    )
  const [key, tagKey] = [derive('cipher'), derive('tag')]
  const tagOf = (address: Uint8Array) =>
    createHmac('sha256', tagKey).update(address).digest().subarray(0, tagBytes)

  const kept = new LRUCache<string, string>({ max: maxKept })

  return {
    tokenOf(address) {
      const known = kept.get(address)
      if (known !== undefined) return known
      const bytes = Buffer.from(address)
      if (bytes.length > longest || !/^https?:/i.test(address)) return null
      const tag = tagOf(bytes)
      const hidden = createCipheriv('aes-256-ctr', key, tag).update(bytes)
      const token = Buffer.concat([tag, hidden]).toString('base64url')
      kept.set(address, token)
      return token
    },

    addressOf(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= tagBytes) return null
      const tag = bytes.subarray(0, tagBytes)
      const address = createDecipheriv('aes-256-ctr', key, tag).update(bytes.subarray(tagBytes))
      return timingSafeEqual(tag, tagOf(address)) ? address.toString() : null
    },
  }
}
