import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { readFileStart } from '../../../src/services/file-headers/file-start.ts'
import { readFileHeader } from '../../../src/services/file-headers/read-file-header.ts'
import { createFileHeaders } from '../../../src/services/file-headers/service.ts'
import { itemRef } from '../../support/library-item.ts'
import { fileLasting, mediaFile, wholeFile } from '../../support/media-files.ts'
import { stream } from '../../support/streams.ts'

const total = 2 ** 30
const mkv = mediaFile('hdr10.mkv')
const placeOf = (file: Buffer, what: string | Buffer) => file.indexOf(what, 0, 'latin1')
const chapters = Buffer.from('1043a770', 'hex')

describe('The start of a file', () => {
  it.each(['hdr10.mkv', 'plain.webm', 'front.mp4'])(
    'says all where the header is in it: %s',
    async (name) => {
      const file = mediaFile(name)
      const start = await readFileStart({ bytes: file, total: file.length })
      const header = await readFileHeader(wholeFile(file).fetch)
      expect(start).toEqual({ header, durationMs: header!.durationMs, isWhole: true })
    },
  )

  it('says the length of Matroska whose chapters are elsewhere, which is no whole header', async () => {
    const bytes = mkv.subarray(0, mkv.lastIndexOf(chapters))
    const start = await readFileStart({ bytes, total })
    expect(start).toEqual({ header: null, durationMs: 2_038, isWhole: false })
  })

  it('says the length of MP4 whose tracks are elsewhere', async () => {
    const file = mediaFile('front.mp4')
    const bytes = file.subarray(0, placeOf(file, 'trak') + 20)
    const start = await readFileStart({ bytes, total })
    const { durationMs } = (await readFileHeader(wholeFile(file).fetch))!
    expect(start).toEqual({ header: null, durationMs, isWhole: false })
  })

  it.each([
    [
      'nothing of MP4 with its description at the end',
      mediaFile('end.mp4').subarray(0, 100),
      false,
    ],
    ['that there is nothing to know of another format', Buffer.alloc(1_000, 'G'), true],
    ['that there is nothing to know of an empty file', Buffer.alloc(0), true],
  ])('says %s', async (_what, bytes, isWhole) => {
    const length = bytes.length === 0 ? 0 : total
    const start = await readFileStart({ bytes, total: length })
    expect(start).toEqual({ header: null, durationMs: null, isWhole })
  })
})

describe('A version that is judged by the bytes that are sent', () => {
  const version = {
    ref: itemRef({ kind: 'version', version: 1 }),
    id: 'a'.repeat(32),
    result: stream({ url: 'https://files.example/film.mkv', filename: 'Film.mkv', size: total }),
    link: 'https://files.example/film.mkv',
    name: 'Film',
    description: '',
  }
  const question = { version, expected: { ownMs: 5_400_000, usualMs: null, isSpecial: false } }
  const create = () => {
    const stored = createMemoryCache({ maxBytes: 2 ** 20 })
    return createFileHeaders({ open: () => Promise.reject(new Error('not to be opened')), stored })
  }
  const sending = (bytes: Buffer) => async () => ({ bytes, total })

  it('has its header from then on, if that is whole', async () => {
    const headers = create()
    const film = sending(fileLasting(5_400_000))
    expect(await headers.isTooShort(question, undefined, film)).toBe(false)
    expect((await headers.known(version))?.tracks).toHaveLength(5)
    const other = create()
    const cut = sending(mkv.subarray(0, mkv.lastIndexOf(chapters)))
    expect(await other.isTooShort(question, undefined, cut)).toBe(true)
    expect(await other.known(version)).toBeNull()
  })
})
