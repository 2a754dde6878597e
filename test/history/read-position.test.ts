import { describe, expect, it } from 'vitest'
import { beganOf, nothingRead, onRead, positionOf } from '../../src/history/read-position.ts'

const megabyte = 2 ** 20
const minute = 60_000
/** A film of a hundred minutes, ten megabytes each. */
const total = 1_000 * megabyte
const durationMs = 100 * minute

type Part = readonly [atMinute: number, begin: number, from: number, to: number]

/** Minute of the film after these parts, in megabytes. */
function positionAfter(...parts: Part[]): number | null {
  let reading = nothingRead
  for (const [at, begin, from, to] of parts) {
    const [first, start, end] = [begin, from, to].map((place) => place * megabyte)
    reading = onRead(reading, { begin: first!, from: start!, to: end!, at: at * minute }, total)
  }
  const positionMs = positionOf(reading, total, durationMs)
  return positionMs === null ? null : positionMs / minute
}

/** One request, a minute of film in each minute. */
const reads = (begin: number, minutes: number, at = 0): Part[] =>
  Array.from({ length: minutes }, (_, step) => [
    at + step,
    begin,
    begin + step * 10,
    begin + (step + 1) * 10,
  ])

describe('the position of a player by what it reads', () => {
  it('is the share of the bytes', () => {
    expect(positionAfter(...reads(0, 31))).toBe(30)
  })

  it('is unknown before it has read for a while', () => {
    expect(positionAfter([0, 0, 0, 20])).toBeNull()
    expect(positionOf(nothingRead, total, null)).toBeNull()
  })

  it('goes no faster than time, for whoever loads ahead', () => {
    expect(positionAfter([0, 0, 0, 500], [1, 0, 500, 1_000])).toBe(1)
  })

  it('goes on with time once all was read, while requests say that the player is there', () => {
    const all: Part[] = [
      [0, 0, 0, 500],
      [1, 0, 500, 1_000],
    ]
    const asks = (minutes: number): Part[] =>
      Array.from({ length: minutes }, (_, step) => [step + 2, 980, 980, 980])
    expect(positionAfter(...all, ...asks(40))).toBe(41)
    expect(positionAfter(...all, ...asks(200))).toBe(100)
    expect(positionAfter(...all, [60, 980, 980, 980])).toBe(1)
  })

  it('began where the read began that plays', () => {
    const part = { begin: total / 2, from: total / 2 }
    const first = onRead(nothingRead, { ...part, to: total / 2 + 1, at: minute }, total)
    const reading = onRead(first, { ...part, to: total / 2 + 2, at: 2 * minute }, total)
    expect(beganOf(first, total, durationMs)).toBeNull()
    expect(beganOf(reading, total, null)).toBeNull()
    expect(beganOf(reading, total, durationMs)).toEqual({ at: minute, positionMs: 50 * minute })
  })

  it('stands while nothing is read', () => {
    expect(positionAfter(...reads(0, 31), [90, 0, 310, 310])).toBe(30)
  })

  it('stays where it is when the index at the end of the file is read', () => {
    expect(positionAfter([0, 980, 980, 1_000], ...reads(0, 31), [31, 950, 950, 1_000])).toBe(30)
    expect(positionAfter(...reads(950, 3))).toBeNull()
  })

  it('stays where it is for a short look elsewhere', () => {
    expect(positionAfter(...reads(0, 31), [31, 700, 700, 701])).toBe(30)
  })

  it('jumps with the player, forward and back', () => {
    expect(positionAfter(...reads(0, 11), ...reads(700, 6, 11))).toBe(75)
    expect(positionAfter(...reads(500, 11), ...reads(100, 6, 11))).toBe(15)
  })

  it('follows a player that asks for one piece after the other', () => {
    const pieces = Array.from({ length: 31 }, (_, step): Part => [
      step,
      step * 10,
      step * 10,
      step * 10 + 10,
    ])
    expect(positionAfter(...pieces)).toBe(30)
  })

  it('reaches the end of a film that was read to its end', () => {
    expect(positionAfter(...reads(0, 100))).toBe(99)
  })
})
