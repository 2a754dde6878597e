import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from '../../src/core/cursor.ts'

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

describe('A cursor', () => {
  it('is the place that was written', () => {
    expect(readCursor('play', writeCursor('play', 1_700_000_000_000, 7))).toEqual([
      1_700_000_000_000, 7,
    ])
  })

  it.each([
    'play -1 7',
    'play 1.5 7',
    'play 9999999999999999 7',
    'play 1  7',
    'play 1 seven',
    'item 1 7',
    '',
  ])('was not given out where it says "%s"', (text) => {
    expect(readCursor('play', encoded(text))).toBeNull()
  })
})
