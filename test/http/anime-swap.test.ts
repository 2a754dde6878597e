import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const entries = 100
const generations = 5
const none = {
  manami: null,
  kometa: null,
  animeLists: null,
  kitsuImdb: null,
  anitraktTv: null,
  anitraktMovies: null,
}
const queries = Array.from({ length: entries }, (_, at) => ({
  idType: 'malId',
  idValue: `${at + 1}`,
}))

/** What one request saw: the generation of each of its entries, and the version that it was told. */
type Sight = { readonly generations: readonly number[]; readonly version: string | null }
type Ask = (service: RunningService) => Promise<Sight>

type Entry = { readonly mappings: { readonly anisearchId: number } }

const generationOf = ({ mappings }: Entry): number => Math.floor(mappings.anisearchId / entries)

/** A list in which every entry says of which generation it is. */
function listOf(generation: number): string {
  const rows = queries.map((_, at) => ({
    mal_id: at + 1,
    anisearch_id: generation * entries + at,
  }))
  return JSON.stringify(rows)
}

const asks: Readonly<Record<string, Ask>> = {
  async get({ request }) {
    const { status, headers, body } = await request('/api/v1/anime?idType=malId&idValue=7')
    expect(status).toBe(200)
    return { generations: [generationOf(body.data)], version: headers.get('etag') }
  },
  async post({ request }) {
    const { status, body } = await request('/api/v1/anime', { method: 'POST', json: { queries } })
    expect(status).toBe(200)
    const answers = body.data as { data: Entry }[]
    return { generations: answers.map(({ data }) => generationOf(data)), version: null }
  },
  async graphql({ graphql }) {
    const document = `query ($queries: [AnimeQuery!]!) {
      one: anime(idType: malId, idValue: "3") { mappings { anisearchId } }
      many: animeMany(queries: $queries) { data { mappings { anisearchId } } }
      animeState { version }
    }`
    const { data, errors } = await graphql(document, { variables: { queries } })
    expect(errors).toBeUndefined()
    const seen = [data.one, ...data.many.map((answer: { data: Entry }) => answer.data)]
    return { generations: seen.map(generationOf), version: `"${data.animeState.version}"` }
  },
}

/** Asks again and again, until it is told to stop and has asked once more. */
async function watch(
  service: RunningService,
  ask: Ask,
  first: Sight,
  stop: AbortSignal,
): Promise<Sight[]> {
  const sights = [first]
  for (let last = false; !last;) {
    last = stop.aborted
    sights.push(await ask(service))
  }
  return sights
}

it('requests during refreshes see the old or the new data, never a mixture or a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anime-swap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const list = join(folder, 'list.json')
  const service = await startService({
    RATE_LIMIT_ANIME: '1000000/1m',
    ANIME_SOURCES: JSON.stringify({ ...none, fribb: list }),
  })
  const refreshTo = async (generation: number) => {
    writeFileSync(list, listOf(generation))
    expect(await service.service.services.anime.refresh()).toMatchObject({ changed: true })
  }

  await refreshTo(1)
  const stop = new AbortController()
  const watchers = Object.values(asks).flatMap((ask) => [ask, ask])
  const first = await Promise.all(watchers.map((ask) => ask(service)))
  const watching = watchers.map((ask, at) => watch(service, ask, first[at]!, stop.signal))
  for (let generation = 2; generation <= generations; generation += 1) await refreshTo(generation)
  stop.abort()

  const versions = new Map<number, Set<string>>()
  for (const sights of await Promise.all(watching)) {
    const order = sights.map(({ generations: seen, version }) => {
      expect(new Set(seen).size).toBe(1)
      const generation = seen[0]!
      if (version !== null) {
        versions.set(generation, (versions.get(generation) ?? new Set()).add(version))
      }
      return generation
    })
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect([order[0], order.at(-1)]).toEqual([1, generations])
  }
  expect([...versions.values()].map(({ size }) => size)).toEqual(Array(generations).fill(1))
})
