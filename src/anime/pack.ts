import { createHash } from 'node:crypto'

/** Rises when the meaning of a section changes; files of other versions are rebuilt. */
const formatVersion = 1

const magic = 'anime-index'
const checksumBytes = 32
const alignment = 8

const kinds = {
  Uint8Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
} as const

type Kind = keyof typeof kinds
export type Section = Uint8Array | Uint16Array | Int32Array | Uint32Array
export type Sections = Readonly<Record<string, Section>>

type Header = {
  readonly magic: string
  readonly version: number
  readonly meta: unknown
  readonly sections: readonly {
    readonly name: string
    readonly kind: Kind
    readonly from: number
    readonly length: number
  }[]
}

function aligned(position: number): number {
  return Math.ceil(position / alignment) * alignment
}

export function pack(meta: unknown, sections: Sections): Buffer {
  let position = 0
  const rows = Object.entries(sections).map(([name, { constructor, length, byteLength }]) => {
    const from = aligned(position)
    position = from + byteLength
    return { name, kind: constructor.name as Kind, from, length }
  })
  const header: Header = { magic, version: formatVersion, meta, sections: rows }
  const text = Buffer.from(JSON.stringify(header))
  const start = aligned(4 + text.length)
  const buffer = Buffer.alloc(start + position + checksumBytes)
  buffer.writeUInt32LE(text.length)
  text.copy(buffer, 4)
  for (const { name, from } of rows) {
    const { buffer: bytes, byteOffset, byteLength } = sections[name]!
    buffer.set(new Uint8Array(bytes, byteOffset, byteLength), start + from)
  }
  checksum(buffer).copy(buffer, buffer.length - checksumBytes)
  return buffer
}

export type Unpacked = {
  readonly meta: unknown
  readonly checksum: string
  readonly sections: Sections
}

/** The lists share the buffer's memory. Null where it is damaged or of another version. */
export function unpack(buffer: Buffer): Unpacked | null {
  if (buffer.length < 4 + checksumBytes) return null
  const sum = checksum(buffer)
  if (!sum.equals(buffer.subarray(buffer.length - checksumBytes))) return null
  const textLength = buffer.readUInt32LE()
  const header = JSON.parse(buffer.toString('utf8', 4, 4 + textLength)) as Header
  if (header.magic !== magic || header.version !== formatVersion) return null
  const start = aligned(4 + textLength)
  const bytes = buffer.byteOffset % alignment === 0 ? buffer : Buffer.from(new Uint8Array(buffer))
  const sections = header.sections.map(({ name, kind, from, length }) => [
    name,
    new kinds[kind](bytes.buffer as ArrayBuffer, bytes.byteOffset + start + from, length),
  ])
  return {
    meta: header.meta,
    checksum: sum.toString('hex'),
    sections: Object.fromEntries(sections) as Sections,
  }
}

function checksum(buffer: Buffer): Buffer {
  return createHash('sha256').update(buffer.subarray(0, -checksumBytes)).digest()
}
