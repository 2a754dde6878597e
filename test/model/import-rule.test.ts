import { describe, expect, it } from 'vitest'
import type { ImportedPart } from '../../src/model/history-store.ts'
import { mergeImported, mergedPart, pastTime } from '../../src/model/import-rule.ts'

const part: ImportedPart = {
  itemKey: 'tt1',
  titleKey: 'tt1',
  aliases: [],
  kind: 'movie',
  season: null,
  episode: null,
  item: {
    name: 'Some Film',
    mediaType: 'movie',
    year: null,
    seriesName: null,
    runtimeMs: null,
    primary: null,
    backdrop: null,
    seriesPrimary: null,
  },
  played: true,
  playCount: 1,
  positionMs: 0,
  durationMs: null,
  favorite: null,
  likes: null,
  at: 2_000,
  origin: 'import',
  tracker: 'Trakt',
  link: 3,
}

const before = {
  played: true,
  playCount: 1,
  positionMs: 0,
  favorite: false,
  likes: null,
  lastPlayedAt: 1_000,
  origin: 'local' as const,
  isListed: true,
  clearedAt: null,
}

const usual = { restore: false, now: 9_000 }

describe('An entry from a tracker', () => {
  it('is added where there is none', () => {
    expect(mergeImported(null, part, usual)).toMatchObject({
      outcome: 'added',
      change: { played: true, lastPlayedAt: 2_000, origin: 'import', tracker: 'Trakt', link: 3 },
    })
  })

  it('that echoes what was played here changes nothing, whenever the tracker heard it', () => {
    expect(mergeImported(before, part, usual)).toEqual({ outcome: 'unchanged', change: null })
  })

  it('that finishes what was begun here leaves it an entry of this server', () => {
    const begun = { ...before, played: false, playCount: 0 }
    const { outcome, change } = mergeImported(begun, part, usual)
    expect(outcome).toBe('updated')
    expect(change).toMatchObject({ played: true, playCount: 1, lastPlayedAt: 2_000, link: 3 })
    expect(change).not.toHaveProperty('origin')
  })

  it('that is newer than an imported one replaces it, and an older one does not', () => {
    const imported = { ...before, origin: 'import' as const }
    expect(mergeImported(imported, part, usual).outcome).toBe('updated')
    expect(mergeImported(imported, { ...part, at: 1_000 }, usual).outcome).toBe('unchanged')
    expect(mergeImported(imported, { ...part, at: null }, usual).outcome).toBe('unchanged')
  })

  it('is kept out where it was cleared later, or where nobody knows when it was', () => {
    const cleared = {
      ...before,
      isListed: false,
      played: false,
      lastPlayedAt: null,
      clearedAt: 3_000,
    }
    expect(mergeImported(cleared, part, usual).outcome).toBe('cleared')
    expect(mergeImported(cleared, { ...part, at: null }, usual).outcome).toBe('cleared')
    expect(mergeImported(cleared, { ...part, at: 3_001 }, usual).outcome).toBe('added')
    expect(mergeImported(cleared, part, { ...usual, restore: true }).outcome).toBe('added')
  })

  it('without a time is taken in once', () => {
    const place = { ...part, played: false, positionMs: 60_000, at: null }
    expect(mergeImported(null, place, usual).outcome).toBe('added')
    const known = { ...before, played: false, playCount: 0, positionMs: 60_000, lastPlayedAt: null }
    const imported = { ...known, origin: 'import' as const }
    expect(mergeImported(imported, place, usual).outcome).toBe('unchanged')
    expect(mergeImported(imported, { ...place, at: 5 }, usual).outcome).toBe('updated')
  })

  it('that comes twice in one file is one with all that both say', () => {
    const begun = { ...part, played: false, playCount: 0, positionMs: 9, favorite: null, at: 3_000 }
    const both = mergedPart({ ...part, playCount: 3, favorite: true, aliases: ['tmdb:1'] }, begun)
    expect(both).toMatchObject({
      played: true,
      playCount: 3,
      positionMs: 9,
      favorite: true,
      at: 3_000,
      aliases: ['tmdb:1'],
    })
  })

  it('adds marks and takes none away', () => {
    const marks = { ...part, played: false, favorite: true, likes: false }
    expect(mergeImported(before, marks, usual).change).toEqual({ favorite: true, likes: false })
    const marked = { ...before, favorite: true, likes: true }
    expect(mergeImported(marked, { ...marks, favorite: false }, usual).outcome).toBe('unchanged')
  })

  it('that says nothing is nothing', () => {
    const nothing = { ...part, played: false }
    expect(mergeImported(null, nothing, usual)).toEqual({ outcome: 'unchanged', change: null })
  })

  it('of a file of this service that was left at once is as there, and changes no other', () => {
    const left = { ...part, played: false, playCount: 0, origin: 'local', tracker: null } as const
    const added = mergeImported(null, left, usual)
    expect(added.outcome).toBe('added')
    expect(added.change).toMatchObject({ lastPlayedAt: 2_000, sortAt: 2_000, origin: 'local' })
    expect(added.change).not.toHaveProperty('played')
    const same = { outcome: 'unchanged', change: null }
    expect(mergeImported(before, left, usual)).toEqual(same)
    expect(mergeImported(null, { ...left, at: null }, usual)).toEqual(same)
    const cleared = { ...before, isListed: false, played: false, clearedAt: 3_000 }
    expect(mergeImported(cleared, left, usual).outcome).toBe('cleared')
  })
})

it.each([
  ['of the past', 8_000, 8_000],
  ['of a clock that is ahead', 9_500, 9_000],
  ['that is five minutes ahead', 9_000 + 300_000, 9_000],
  ['of the evening in another time zone', 9_000 + 2 * 3_600_000, null],
  ['that has not come', 9_001 + 300_000, null],
  ['that nobody knows', null, null],
])('A date %s', (_what, at, expected) => {
  expect(pastTime(at, usual.now)).toBe(expected)
})
