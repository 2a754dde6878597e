import { describe, expect, it } from 'vitest'
import { openFile } from '../../src/services/archive/import-file.ts'

async function* pieces(text: string, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size)
  }
}

const head = '{"format":"stream-aggregation-history","version":1,"users":[],"items":['

/** Reads all of it, as an import does. */
async function read(text: string): Promise<number> {
  const file = await openFile(pieces(text))
  if (file.format !== 'service') return file.entries.length
  let count = 0
  for await (const entries of file.entries) count += entries.length
  return count
}

describe('A file that is made to do harm', () => {
  it.each([
    ['nested without end', head + '['.repeat(4_000_000)],
    ['one entry without end', `${head}{"a":[${'{},'.repeat(2_000_000)}`],
    ['one text without end', `${head}{"a":"${'x'.repeat(8_000_000)}`],
    ['a table of too many columns', `media_id,${'x,'.repeat(200_000)}\n${'a,b\n'.repeat(5_000)}`],
    ['JSON of nothing', `[${'{},'.repeat(2_000_000)}{}]`],
  ])('is refused: %s', async (_name, text) => {
    const began = performance.now()
    await expect(read(text)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  it('is read up to half a million entries', { timeout: 60_000 }, async () => {
    const row = (index: number) => `${index + 1},mal,anime,Long,Completed,10000`
    const rows = Array.from({ length: 100 }, (_, index) => row(index)).join('\n')
    const table = `media_id,source,media_type,title,status,progress\n${rows}`
    expect(await read(table)).toBe(500_000)
  })

  it('may be a table with one long field', async () => {
    const head = 'media_id,source,media_type,title,status'
    const table = `${head}\n1,tmdb,movie,"${'x""'.repeat(2_000_000)}",Completed`
    expect(await read(table)).toBe(1)
  })
})
