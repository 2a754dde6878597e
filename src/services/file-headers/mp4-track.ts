import { mediaLanguage } from '../../core/iso-languages.ts'
import { unknownTrack } from '../../model/file-header.ts'
import type { FileTrack } from '../../model/file-header.ts'
import type { ByteReader } from './byte-reader.ts'
import { boxAt, boxesIn, boxesOf, contentOf } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import { describeSample } from './mp4-sample.ts'
import { textOf } from './text.ts'

const kinds: Readonly<Record<string, FileTrack['kind']>> = {
  vide: 'video',
  soun: 'audio',
  sbtl: 'subtitle',
  subt: 'subtitle',
  subp: 'subtitle',
  clcp: 'subtitle',
  text: 'subtitle',
}
const mostDescription = 16 * 1024
const mostSmall = 1_024

/** Null for tracks of other kinds, such as time codes. */
export async function trackOfMp4(
  reader: ByteReader,
  trak: Box,
  index: number,
): Promise<FileTrack | null> {
  const [tkhd, mdia] = [await boxAt(reader, trak, 'tkhd'), await boxAt(reader, trak, 'mdia')]
  const hdlr = mdia && (await boxAt(reader, mdia, 'hdlr'))
  const handler = hdlr && (await contentOf(reader, hdlr, 12)).toString('latin1', 8, 12)
  if (!tkhd || !mdia || !handler) return null
  const stsd = await boxAt(reader, mdia, 'minf/stbl/stsd')
  const entry = stsd && entryOf(await contentOf(reader, stsd, mostDescription))
  const kind = kinds[handler]
  if (kind === undefined || !entry) return null
  const enabled = (await contentOf(reader, tkhd, 4))[3] ?? 0
  return {
    ...unknownTrack,
    kind,
    index,
    language: await languageOf(reader, mdia),
    isDefault: (enabled & 1) === 1,
    ...(await labelsOf(reader, trak)),
    ...describeSample(kind, entry.type, entry.content),
  }
}

function entryOf(content: Buffer): { readonly type: string; readonly content: Buffer } | null {
  if (content.length < 16) return null
  const type = content.toString('latin1', 12, 16)
  const size = content.readUInt32BE(8)
  return size < 8 ? null : { type, content: content.subarray(16, 8 + size) }
}

async function languageOf(reader: ByteReader, mdia: Box): Promise<string | null> {
  const elng = await boxAt(reader, mdia, 'elng')
  const tag = elng && textOf((await contentOf(reader, elng, 64)).subarray(4))
  const mdhd = await boxAt(reader, mdia, 'mdhd')
  const content = mdhd && (await contentOf(reader, mdhd, 36))
  const at = content?.[0] === 1 ? 32 : 20
  const packed = content && content.length >= at + 2 ? content.readUInt16BE(at) : 0
  const letters = [10, 5, 0].map((shift) => String.fromCharCode(((packed >> shift) & 31) + 0x60))
  const written = packed < 0x400 ? (macLanguages[packed] ?? '') : letters.join('')
  const code = mediaLanguage(tag ?? written)
  return /^[a-z]{3}$/.test(code) && code !== 'und' ? code : null
}

/** Numbers that QuickTime uses in the place of letters. The first is English, but also stands where nothing was said. */
const macLanguages =
  'und fre ger ita dut swe spa dan por nor heb jpn ara fin gre ice mlt tur hrv chi urd hin tha kor lit pol hun est lav'.split(
    ' ',
  )

type Labels = Pick<FileTrack, 'name' | 'isForced' | 'isHearingImpaired' | 'isCommentary'>

/** What people wrote beside the track: its name, and its roles in the words of DASH. */
async function labelsOf(reader: ByteReader, trak: Box): Promise<Labels> {
  const udta = await boxAt(reader, trak, 'udta')
  let name: string | null = null
  const roles = new Set<string>()
  if (udta && udta.end - udta.start <= mostDescription) {
    for await (const box of boxesIn(reader, udta)) {
      const content = await contentOf(reader, box, mostSmall)
      if (box.type === 'name') name = textOf(content)
      if (box.type === '\xa9nam') name = textOf(content.subarray(4))
      if (box.type === 'kind') roles.add(content.toString('latin1', 4).split('\0')[1] ?? '')
    }
    name ??= nameInMeta(await contentOf(reader, udta, mostDescription))
  }
  return {
    name,
    isForced: roles.has('forced-subtitle') || roles.has('forced_subtitle'),
    isHearingImpaired: roles.has('caption') || roles.has('easyreader'),
    isCommentary: roles.has('commentary'),
  }
}

function nameInMeta(udta: Buffer): string | null {
  const inner = (bytes: Buffer, type: string): Buffer | null => {
    for (const [found, content] of boxesOf(bytes)) if (found === type) return content
    return null
  }
  const meta = inner(udta, 'meta')
  const list = meta && inner(meta.subarray(4), 'ilst')
  const named = list && inner(list, '\xa9nam')
  const data = named && inner(named, 'data')
  return data && textOf(data.subarray(8))
}
