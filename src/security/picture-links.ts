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
/** A fragment, which a node of the previous release takes for part of the address. */
const writtenPayer = /#payer=(\d+)$/
/** Of the address with its payer; a router takes no longer part of a path. */
const longest = 1_400
/** Of pages that are asked for again; about two megabytes. */
const maxKept = 5_000

/**
 * AES-256-CTR with a tag of what it hides as its IV: the same address has the same token in a configuration, so that
 * browsers keep the picture, and nobody else can make one.
 */
export function createPictureLinks(secretKey: Uint8Array): PictureLinks {
  const derive = (purpose: string) =>
    createSecretKey(
      new Uint8Array(
        hkdfSync('sha256', secretKey, '', `stream-aggregation/pictures-${purpose}`, 32),
      ),
    )
  const [key, tagKey] = [derive('cipher'), derive('tag')]
  const tagOf = (hidden: Uint8Array) =>
    createHmac('sha256', tagKey).update(hidden).digest().subarray(0, tagBytes)

  const kept = new LRUCache<string, string>({ max: maxKept })

  return {
    tokenOf(address, configuration) {
      const name = `${configuration} ${address}`
      const known = kept.get(name)
      if (known !== undefined) return known
      const bytes = Buffer.from(`${address}#payer=${configuration}`)
      if (bytes.length > longest || !/^https?:/i.test(address)) return null
      const tag = tagOf(bytes)
      const hidden = createCipheriv('aes-256-ctr', key, tag).update(bytes)
      const token = Buffer.concat([tag, hidden]).toString('base64url')
      kept.set(name, token)
      return token
    },

    pictureOf(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= tagBytes) return null
      const tag = bytes.subarray(0, tagBytes)
      const shown = createDecipheriv('aes-256-ctr', key, tag).update(bytes.subarray(tagBytes))
      if (!timingSafeEqual(tag, tagOf(shown))) return null
      const text = shown.toString()
      const end = writtenPayer.exec(text)
      if (!end) return { address: text, payer: 'unsaved' }
      return { address: text.slice(0, end.index), payer: Number(end[1]) }
    },
  }
}
