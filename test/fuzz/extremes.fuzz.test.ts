import { afterAll, describe, expect, it } from 'vitest'
import { createFuzzedHousehold } from '../support/fuzz/household.ts'
import { namesOfCode } from '../support/fuzz/names.ts'
import type { Pattern } from '../support/fuzz/requests.ts'

const { service, household, patterns } = await createFuzzedHousehold(afterAll)

const numbers = namesOfCode(['number', 'integer'])
const dates = namesOfCode(['date'])
const lists = namesOfCode(['list'])
const flags = namesOfCode(['flag'])
const objects = namesOfCode(['object', 'raw'])
/** Of REST and Stremio. */
const others = ['season', 'episode', 'idValue', 'type', 'id', 'limit', 'start', 'first']

const extremes = [2 ** 53, -(2 ** 63), 140_000_000.5, 1e20, 1e308, 5e-324]
const days = [
  '12000-01-01',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59.9999999-05:00',
  '0000-01-01T00:00:00+14:00',
]

type Case = { readonly value: string | number; readonly names: readonly string[] }

const cases: readonly Case[] = [
  ...extremes.map((value) => ({ value, names: [...numbers, ...others] })),
  ...days.map((value) => ({ value, names: dates })),
  ...extremes.map((value) => ({ value, names: lists })),
]

/** The same value under every name, also one level down, with all flags or none. */
function inputOf({ value, names }: Case, isFlagged: boolean): Record<string, unknown> {
  const flat = Object.fromEntries([
    ...(isFlagged ? flags.map((name) => [name, true]) : []),
    ...names.map((name) => [name, value]),
  ]) as Record<string, unknown>
  return { ...flat, ...Object.fromEntries(objects.map((name) => [name, flat])) }
}

const ownNames: Readonly<Record<string, string>> = { userid: 'user', itemid: 'film', id: 'film' }

function pathOf({ path }: Pattern, known: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)(?:\([^)]*\))?/g, (_, name: string) => {
    const word = name.toLowerCase()
    return known[ownNames[word] ?? word.replace(/id$/, '')] ?? known['film']!
  })
}

async function statusOf(pattern: Pattern, tried: Case, isFlagged: boolean) {
  const known = await household()
  const input = inputOf(tried, isFlagged)
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, `${value as string | number | boolean}`]],
    ),
  )
  const hasBody = pattern.method === 'POST' || pattern.method === 'PUT'
  const { status } = await service.request(`${pathOf(pattern, known)}?${query}`, {
    method: pattern.method,
    redirect: 'manual',
    headers: { authorization: `MediaBrowser Token="${known['token']}"` },
    ...(hasBody && { json: input }),
  })
  return status
}

/** Answers that go on are asked for elsewhere, and 503 says that something is not set up. */
const tried = patterns.filter(({ path, method }) => method !== 'HEAD' && !/socket|\*/.test(path))

describe('Numbers and dates at the edge', () => {
  it('are taken or refused by every path, and never a fault', { timeout: 240_000 }, async () => {
    expect([numbers, dates, lists, flags].map(({ length }) => length > 3)).not.toContain(false)
    const faults: unknown[] = []
    for (const pattern of tried) {
      await Promise.all(
        cases.map(async (each) => {
          for (const isFlagged of each.names === lists ? [false] : [false, true]) {
            const status = await statusOf(pattern, each, isFlagged)
            if (status < 500 || status === 503) continue
            faults.push([pattern.method, pattern.path, each.names[0], each.value, status])
          }
        }),
      )
    }
    expect(faults).toEqual([])
  })
})
