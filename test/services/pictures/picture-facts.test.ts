import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPictureFacts } from '../../../src/services/pictures/picture-facts.ts'
import { pictureFolder } from '../../support/picture-host.ts'
import { until } from '../../support/until.ts'

const key = (number: number) => number.toString(16).padStart(32, '0')

describe('The file of known pictures', () => {
  it('is written anew where adding makes it too long', async () => {
    const file = join(pictureFolder(), 'picture-facts')
    const known = createPictureFacts({ file })
    await known.ready
    for (let line = 0; line < 90_000; line += 1) {
      known.addSize(key(line % 10), { width: line + 1, height: 1 })
    }
    await known.stop()
    expect(statSync(file).size).toBeLessThan(1_000)
    const after = createPictureFacts({ file })
    await after.ready
    expect(after.sizeOf(key(9))).toEqual({ width: 90_000, height: 1 })
  })

  it('does not grow with what is known already', async () => {
    const file = join(pictureFolder(), 'picture-facts')
    const known = createPictureFacts({ file })
    for (let line = 0; line < 100; line += 1) {
      known.addSize(key(1), { width: 2, height: 3 })
      known.addBlurHash(key(1), 'LEHV6nWB2yk8pyo0adR*.7kCMdnj')
    }
    await known.stop()
    expect(statSync(file).size).toBeLessThan(120)
  })

  it('comes back where its folder is removed', async () => {
    const folder = join(pictureFolder(), 'pictures')
    const known = createPictureFacts({ file: join(folder, 'picture-facts') })
    known.addSize(key(1), { width: 2, height: 3 })
    await known.stop()
    rmSync(folder, { recursive: true })
    known.addSize(key(2), { width: 2, height: 3 })
    await known.stop()
    const after = createPictureFacts({ file: join(folder, 'picture-facts') })
    await after.ready
    expect(after.sizeOf(key(2))).toEqual({ width: 2, height: 3 })
  })

  it('is read from its beginning where another process wrote it anew, however long it is', async () => {
    const file = join(pictureFolder(), 'picture-facts')
    writeFileSync(file, `${key(1)} 2 3\n${key(1)} old`)
    const known = createPictureFacts({ file })
    await known.ready
    writeFileSync(`${file}.new`, `${key(2)} LEHV6nWB2yk8\n${key(3)} 4 5\n${key(1)} 6 7\n`)
    renameSync(`${file}.new`, file)
    await until('the first line', () => known.blurHashOf(key(2)), Boolean)
    expect(known.sizeOf(key(3))).toEqual({ width: 4, height: 5 })
    expect(known.sizeOf(key(1))).toEqual({ width: 6, height: 7 })
  })

  it('is written anew by several processes at once', async () => {
    const folder = pictureFolder()
    const file = join(folder, 'picture-facts')
    const all = [0, 100].map((first) => ({ first, known: createPictureFacts({ file }) }))
    await Promise.all(all.map(({ known }) => known.ready))
    for (const { first, known } of all) {
      for (let line = 0; line < 45_000; line += 1) {
        known.addSize(key(first + (line % 10)), { width: line + 1, height: 1 })
      }
    }
    await Promise.all(all.map(({ known }) => known.stop()))
    expect(readdirSync(folder)).toEqual(['picture-facts'])
    const after = createPictureFacts({ file })
    await after.ready
    const found = all.filter(({ first }) => after.sizeOf(key(first + 9))?.width === 45_000)
    expect(found).not.toHaveLength(0)
  })
})
