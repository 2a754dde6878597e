import { describe, expect, it } from 'vitest'
import { readFreshness } from '../../src/sources/freshness.ts'

const day = 24 * 3_600

describe('how long an answer keeps, in seconds', () => {
  it.each([
    { says: 'nothing', fresh: 0, revalidate: 0, error: 0 },
    { says: 'max-age=60', fresh: 60, revalidate: 60, error: 60 },
    { says: 'Public, Max-Age = 60', fresh: 60, revalidate: 60, error: 60 },
    { says: 'max-age="60"', fresh: 60, revalidate: 60, error: 60 },
    { says: 'max-age=60, s-maxage=5', fresh: 5, revalidate: 5, error: 5 },
    {
      says: 'max-age=60, stale-while-revalidate=30, stale-if-error=100',
      fresh: 60,
      revalidate: 90,
      error: 160,
    },
    { says: 'max-age=0, stale-while-revalidate=30', fresh: 0, revalidate: 30, error: 0 },
    { says: 'max-age=60, stale-if-error=9, must-revalidate', fresh: 60, revalidate: 0, error: 0 },
    { says: 'no-store, max-age=60', fresh: 0, revalidate: 0, error: 0 },
    { says: 'no-cache, max-age=60', fresh: 0, revalidate: 0, error: 0 },
    { says: 'private, max-age=60', fresh: 0, revalidate: 0, error: 0 },
    { says: 'public', fresh: 0, revalidate: 0, error: 0 },
    { says: 'max-age=-1', fresh: 0, revalidate: 0, error: 0 },
    { says: 'max-age=abc', fresh: 0, revalidate: 0, error: 0 },
    { says: 'max-age', fresh: 0, revalidate: 0, error: 0 },
    { says: 'max-age=5, max-age=500', fresh: 5, revalidate: 5, error: 5 },
    { says: 'max-age=999999999', fresh: 7 * day, revalidate: 7 * day, error: 7 * day },
    { says: ',,=,max-age==7,', fresh: 0, revalidate: 0, error: 0 },
  ])('$says', ({ says, fresh, revalidate, error }) => {
    const headers: Record<string, string> = says === 'nothing' ? {} : { 'cache-control': says }
    expect(readFreshness(headers, {})).toEqual({
      freshMs: fresh * 1_000,
      revalidateMs: revalidate * 1_000,
      errorMs: error * 1_000,
    })
  })

  it('counts the age that the answer already has', () => {
    const headers = { 'cache-control': 'max-age=60, stale-if-error=100', age: '70' }
    expect(readFreshness(headers, {})).toEqual({ freshMs: 0, revalidateMs: 0, errorMs: 90_000 })
  })

  it.each([
    [{ cacheMaxAge: 60 }, 60, 60, 60],
    [{ cacheMaxAge: 60, staleRevalidate: 10, staleError: 20 }, 60, 70, 80],
    [{ cacheMaxAge: '60' }, 60, 60, 60],
    [{ cacheMaxAge: -5 }, 0, 0, 0],
    [{ cacheMaxAge: null }, 0, 0, 0],
    [{ cacheMaxAge: {} }, 0, 0, 0],
    [{ cacheMaxAge: Infinity }, 0, 0, 0],
    [null, 0, 0, 0],
    ['text', 0, 0, 0],
  ])(
    'reads the protocol fields of %j where there is no header',
    (json, fresh, revalidate, error) => {
      expect(readFreshness({}, json)).toEqual({
        freshMs: fresh * 1_000,
        revalidateMs: revalidate * 1_000,
        errorMs: error * 1_000,
      })
    },
  )

  it('believes the header before the protocol fields', () => {
    expect(readFreshness({ 'cache-control': 'max-age=5' }, { cacheMaxAge: 60 }).freshMs).toBe(5_000)
    expect(readFreshness({ 'cache-control': 'no-store' }, { cacheMaxAge: 60 }).freshMs).toBe(0)
  })
})
