import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../core/entries.ts'
import type { ItemIds, PlaySessionIds } from '../model/item-ids.ts'
import { refKinds } from '../model/item-ref.ts'
import type { ItemRef } from '../model/item-ref.ts'
import { idSpaces } from '../model/media-id.ts'

const absent = 0xfff
/** About a megabyte. Lists repeat their genres, libraries and newest titles; an encryption costs ten look-ups. */
const maxKept = 5_000

/**
 * One AES block, so that any node can read it without a look-up and nobody can forge one: configuration (4 bytes), kind and
 * id space (4 bits each), number (4 bytes), season and episode (12 bits each, 0xFFF: none), version or zero check (4 bytes).
 */
export function createItemIds(secretKey: Uint8Array): ItemIds {
  const { cipher, decipher } = createBlocks(secretKey, 'item-ids')
  const kept = new LRUCache<string, string>(atMost(maxKept))

  function encrypted({ configuration, kind, space, number, season, episode, version }: ItemRef) {
    const block = Buffer.alloc(16)
    block.writeUInt32BE(configuration, 0)
    block[4] = (refKinds.indexOf(kind) << 4) | idSpaces.indexOf(space)
    block.writeUInt32BE(number, 5)
    block.writeUIntBE((season ?? absent) * 0x1000 + (episode ?? absent), 9, 3)
    block.writeUInt32BE(version, 12)
    return cipher.update(block).toString('hex')
  }

  return {
    encode(ref) {
      const { configuration, kind, space, number, season, episode, version } = ref
      const name = `${configuration} ${kind} ${space} ${number} ${season} ${episode} ${version}`
      const known = kept.get(name)
      if (known !== undefined) return known
      const id = encrypted(ref)
      kept.set(name, id)
      return id
    },

    decode(text) {
      const hex = plainHex(text)
      if (hex === null) return null
      const block = decipher.update(Buffer.from(hex, 'hex'))
      const kind = refKinds[block[4]! >> 4]
      const space = idSpaces[block[4]! & 15]
      const version = block.readUInt32BE(12)
      if (!kind || !space || (kind !== 'version' && version !== 0)) return null
      const counters = block.readUIntBE(9, 3)
      const [season, episode] = [counters >> 12, counters & absent]
      return {
        configuration: block.readUInt32BE(0),
        kind,
        space,
        number: block.readUInt32BE(5),
        season: season === absent ? null : season,
        episode: episode === absent ? null : episode,
        version,
      }
    },
  }
}

/**
 * Tells any node which version the item's id stood for when it was offered. One AES block: the version's mark, four zero
 * bytes as a check, eight random ones.
 */
export function createPlaySessionIds(secretKey: Uint8Array): PlaySessionIds {
  const { cipher, decipher } = createBlocks(secretKey, 'play-session-ids')

  return {
    encode(version) {
      const block = randomFillSync(Buffer.alloc(16), 8)
      block.writeUInt32BE(version, 0)
      return cipher.update(block).toString('hex')
    },

    decode(text) {
      const hex = plainHex(text)
      if (hex === null) return null
      const block = decipher.update(Buffer.from(hex, 'hex'))
      return block.readUInt32BE(4) === 0 ? block.readUInt32BE(0) : null
    },
  }
}

function createBlocks(secretKey: Uint8Array, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `stream-aggregation/${purpose}`, 16))
  return {
    cipher: createCipheriv('aes-128-ecb', key, null).setAutoPadding(false),
    decipher: createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false),
  }
}

function plainHex(text: string): string | null {
  const hex = text.replaceAll('-', '')
  return /^[\da-f]{32}$/i.test(hex) ? hex : null
}

/** 32 bits that nobody can choose. */
export function createVersionMark(secretKey: Uint8Array): (identity: string) => number {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'stream-aggregation/versions', 32))
  return (identity) => createHmac('sha256', key).update(identity).digest().readUInt32BE(0)
}
