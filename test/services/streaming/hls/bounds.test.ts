import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../../../src/core/scheduler.ts'
import type { Work } from '../../../../src/core/scheduler.ts'
import { createSealer } from '../../../../src/security/seal.ts'
import { rewriteJson } from '../../../../src/services/streaming/hls/json-addresses.ts'
import { rewritePlaylist } from '../../../../src/services/streaming/hls/rewrite.ts'
import { createTargets } from '../../../../src/services/streaming/hls/targets.ts'
import { createVariables } from '../../../../src/services/streaming/hls/variables.ts'
import { failureOf } from '../../../support/open-fetch.ts'

const at = new URL('https://cdn.example/list.m3u8?token=1')
const targets = createTargets(
  createSealer(Buffer.alloc(32, 1), 'hls', { packs: false, repeats: true }),
)

/** Runs the work: how many addresses were made in its largest piece, and in all. */
async function count(
  make: (readdress: () => string) => Work<string>,
  address = (): string => 'there',
): Promise<{ piece: number; pieces: number; addresses: number; problem: string | null }> {
  let [addresses, since, piece, pieces] = [0, 0, 0, 0]
  const work = make(() => {
    addresses += 1
    since += 1
    piece = Math.max(piece, since)
    return address()
  })
  function* watched(): Work<string> {
    for (;;) {
      pieces += 1
      since = 0
      const { done, value } = work.next()
      if (done) return value
      yield
    }
  }
  const run = createScheduler().run(watched())
  const problem = await run.then(
    () => null,
    async () => (await failureOf(run)).message,
  )
  return { piece, pieces, addresses, problem }
}

function playlist(lines: string, address?: () => string) {
  const make = (readdress: () => string) =>
    rewritePlaylist(`#EXTM3U\n${lines}`, createVariables(at, {}), readdress)
  return count(make, address)
}

describe('A hostile playlist', () => {
  it('is refused where one line names many addresses', async () => {
    const { problem, addresses } = await playlist(`#EXT-X-MEDIA:${'URI=a,'.repeat(10_000)}`)
    expect(problem).toContain('a line of too many addresses')
    expect(addresses).toBeLessThanOrEqual(20)
  })

  it('lets others work after at most some forty addresses, however they stand in its lines', async () => {
    const crowded = `#EXT-X-MEDIA:${'URI=a,'.repeat(20)}\n`.repeat(500)
    expect(await playlist(crowded)).toMatchObject({ addresses: 10_000, problem: null })
    expect((await playlist(crowded)).piece).toBeLessThanOrEqual(40)
    expect((await playlist('a.ts\n'.repeat(1_000))).piece).toBeLessThanOrEqual(20)
  })

  it('lets others work after each long line', async () => {
    const { pieces } = await playlist(`#EXT-X-KEY:${'a=b,'.repeat(15_000)}\n`.repeat(10))
    expect(pieces).toBeGreaterThanOrEqual(10)
  })

  it('is refused beyond 50,000 addresses', async () => {
    const { problem, addresses } = await playlist(
      `#EXT-X-MEDIA:${'URI=a,'.repeat(20)}\n`.repeat(3_000),
    )
    expect(problem).toContain('more than 50000 addresses')
    expect(addresses).toBe(50_000)
  })

  it('is refused in the middle of a line where what is made grows too large', async () => {
    const long = 'a'.repeat(2 ** 20)
    const { problem, addresses } = await playlist(`#EXT-X-MEDIA:${'URI=a,'.repeat(20)}`, () => long)
    expect(problem).toContain('too large')
    expect(addresses).toBe(17)
  })

  it.each([
    ['one long name', `#EXT-X-DEFINE:NAME="${'a'.repeat(65)}",VALUE=""`],
    [
      'many names',
      Array.from(
        { length: 60 },
        (_, i) => `#EXT-X-DEFINE:NAME="${'a'.repeat(50)}${i}",VALUE=""`,
      ).join('\n'),
    ],
  ])('is refused where it defines %s without values', async (_, lines) => {
    expect((await playlist(lines)).problem).toContain('defines too much')
  })

  it('leads nowhere with what is too long to be sealed', () => {
    const target = {
      kind: 'playlist',
      profileId: null,
      credentialVersion: null,
      viewing: 'v',
      title: { type: 'movie', id: 'tt1' },
      asks: { origin: at.origin, headers: {} },
      url: at.href,
    } as const
    // Of three bytes each.
    const sealed = (length: number) =>
      targets.address('v', { ...target, variables: { a: '€'.repeat(length) } })
    expect(sealed(7_000)).toBe('v/hls/playlist.m3u8')
    const [, kept] = sealed(5_500).split('target=')
    expect(targets.open('v', kept!)?.variables).toEqual({ a: '€'.repeat(5_500) })
  })
})

describe('Hostile JSON that a playlist refers to', () => {
  function json(value: unknown, address?: () => string) {
    return count((readdress) => rewriteJson(JSON.stringify(value), readdress), address)
  }

  it('is refused where it names many addresses', async () => {
    const { problem, addresses } = await json({ URI: Array(10_000).fill('a') })
    expect(problem).toContain('more than 100 addresses')
    expect(addresses).toBe(100)
  })

  it('is refused where what is made grows too large', async () => {
    const { problem, addresses } = await json({ URI: Array(100).fill('a') }, () =>
      'a'.repeat(100_000),
    )
    expect(problem).toContain('too large')
    expect(addresses).toBe(11)
  })

  it('lets others work after at most 20 addresses, and while it is long', async () => {
    expect(await json({ URI: Array(100).fill('a') })).toMatchObject({ piece: 20, problem: null })
    expect((await json(Array(5_000).fill(1))).pieces).toBeGreaterThan(90)
  })
})
