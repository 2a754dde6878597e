import { describe, expect, it } from 'vitest'
import { createReleaseNameMemo } from '../../src/search/release-name/memo.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

const film = (number: number) => `Paper.Lanterns.2016.1080p.WEB-DL.x264-OAK${number}`

describe('the memory of release names', () => {
  it('answers what the reader answers', () => {
    const read = createReleaseNameMemo(100_000)
    expect(read(film(1))).toEqual(parseReleaseName(film(1)))
    expect(read(film(1))).toEqual(parseReleaseName(film(1)))
  })

  it('hands out one answer for equal names', () => {
    const read = createReleaseNameMemo(100_000)
    expect(read(film(1))).toBe(read(film(1)))
  })

  it('keeps the names used last, within its bytes', () => {
    const read = createReleaseNameMemo(1_000)
    const [first, second] = [read(film(1)), read(film(2))]
    read(film(1))
    read(film(3))
    expect(read(film(1))).toBe(first)
    expect(read(film(2))).not.toBe(second)
  })

  it('shares equal lists between names', () => {
    const read = createReleaseNameMemo(100_000)
    const name = 'Harbour.Lights.S01E01-E03.iTA.ENG.1080p.WEB-DL.DDP5.1.Atmos.x264-OAK'
    const [one, other] = [read(`${name}.mkv`), read(`${name}.mp4`)]
    for (const list of ['seasons', 'episodes', 'languages', 'audioTags', 'flags'] as const) {
      expect(one[list]).toBe(other[list])
    }
  })

  it('shares no more lists than its bytes allow', () => {
    const seasonsAgain = (maxBytes: number) => {
      const read = createReleaseNameMemo(maxBytes)
      const { seasons } = read('Harbour.Lights.S01E01.1080p')
      for (let season = 2; season < 20; season++) read(`Harbour.Lights.S0${season}E01.1080p`)
      return read('Harbour.Lights.S01E02.1080p').seasons === seasons
    }
    expect(seasonsAgain(100_000)).toBe(true)
    expect(seasonsAgain(10_000)).toBe(false)
  })

  it('hands out answers that nobody can change', () => {
    const file = createReleaseNameMemo(100_000)(film(1))
    expect(Object.isFrozen(file)).toBe(true)
    expect(Object.values(file).every((value) => Object.isFrozen(value))).toBe(true)
  })

  it('tells lists apart that are written alike', () => {
    const read = createReleaseNameMemo(100_000)
    expect(read('Lights.S01.1080p').seasons).toEqual([1])
    expect(read('Lights.E01-E02.1080p').episodes).toEqual([1, 2])
    expect(read('Lights.FRENCH.1080p.DVDRip').languages).toEqual(['French'])
  })

  it.each([
    ['too long to keep', `${'Lantern.'.repeat(200)}2016.1080p`],
    ['not well-formed text', 'Lantern \ud800 2016 1080p'],
  ])('reads names that are %s', (_why, name) => {
    const read = createReleaseNameMemo(100_000)
    expect(read(name)).toEqual(parseReleaseName(name))
    expect(read(name)).toEqual(parseReleaseName(name))
  })
})
