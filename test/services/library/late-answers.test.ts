import { describe, expect, it } from 'vitest'
import type { CatalogAnswer } from '../../../src/model/source-client.ts'
import type { Catalog } from '../../../src/services/library/titles/catalogs.ts'
import { askCatalogs } from '../../../src/services/library/titles/catalogs.ts'
import { createSnapshots } from '../../../src/services/library/titles/snapshots.ts'
import type { Snapshots, Waits } from '../../../src/services/library/titles/snapshots.ts'
import { catalogByGenre as catalog } from '../../support/film-catalog.ts'
import { sourceMeta } from '../../support/source-meta.ts'
import { source } from '../../support/sources.ts'
import { openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const drama = { configuration: 7, genre: 'Drama', maxItems: 1_000 }
const film = (number: number) => sourceMeta({ id: `tt${number}`, type: 'movie', name: 'A film' })

function limits() {
  const [soon, last] = [new AbortController(), new AbortController()]
  return { soon, waits: { listed: soon.signal, asked: last.signal } }
}

/** A catalog whose pages come when they are told to. */
function startPages() {
  const pages: PromiseWithResolvers<CatalogAnswer>[] = []
  const snapshots = createSnapshots({
    sameTitle: () => null,
    client: {
      catalog() {
        pages.push(Promise.withResolvers<CatalogAnswer>())
        return pages.at(-1)!.promise
      },
    },
  })
  const send = (page: number, numbers: readonly number[]) =>
    pages[page]!.resolve({ value: numbers.map(film), fromCache: null })
  return { pages, snapshots, send }
}

describe('A genre that does not come in time', () => {
  it('is read on, and there for whoever asks again', async () => {
    const { pages, snapshots, send } = startPages()
    const { soon, waits } = limits()
    const asked = snapshots.ofGenre(catalog, drama, waits)
    await expect.poll(() => pages.length).toBe(1)
    soon.abort()
    expect(await asked).toEqual([])
    const again = snapshots.ofGenre(catalog, drama, limits().waits)
    send(0, [1, 2])
    await expect.poll(() => pages.length).toBe(2)
    send(1, [])
    expect(await again).toHaveLength(2)
    expect(pages).toHaveLength(2)
  })

  it('is listed as far as it is there', async () => {
    const { pages, snapshots, send } = startPages()
    const { soon, waits } = limits()
    const asked = snapshots.ofGenre(catalog, drama, waits)
    await expect.poll(() => pages.length).toBe(1)
    send(0, [1, 2, 3])
    await expect.poll(() => pages.length).toBe(2)
    soon.abort()
    expect(await asked).toHaveLength(3)
  })

  it('is empty where its source says so', async () => {
    const { pages, snapshots, send } = startPages()
    const asked = snapshots.ofGenre(catalog, drama, limits().waits)
    await expect.poll(() => pages.length).toBe(1)
    send(0, [])
    expect(await asked).toEqual([])
  })
})

type Asked = [by: Snapshots, of: Catalog, within: Waits]

/** A source that answers when it is told to. */
async function startSlow(answer: object) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended: string[] = []
  const upstream = await startUpstream((request, response) => {
    response.on('close', () => ended.push(response.writableFinished ? 'sent' : 'cut off'))
    promise.then(() => json(answer)(request, response)).catch(() => {})
  })
  const url = `${upstream.url}/manifest.json`
  return { upstream, ended, answerNow: resolve, source: source({ url }) }
}

describe('A source that does not answer in time', () => {
  it.each([
    ['a search', (...[by, of, within]: Asked) => by.search(of, 'film', within)],
    ['a genre', (...[by, of, within]: Asked) => by.ofGenre(of, drama, within)],
  ])('for %s has what it says later kept for whoever asks again', async (_what, askOf) => {
    const metas = [{ id: 'tt1', type: 'movie', name: 'A film' }]
    const slow = await startSlow({ metas })
    const { client } = openStremioClient()
    const snapshots = createSnapshots({ client, sameTitle: () => null })
    const own = { ...catalog, source: slow.source, genre: null }
    const { soon, waits } = limits()
    const asked = askOf(snapshots, own, waits)
    await expect.poll(() => slow.upstream.paths.length).toBe(1)
    soon.abort()
    expect(await asked).toEqual([])
    slow.answerNow()
    await expect.poll(() => slow.ended).toEqual(['sent'])
    expect(await askOf(snapshots, own, limits().waits)).toHaveLength(1)
    expect(slow.upstream.paths).toHaveLength(1)
  })

  it.each([
    { of: 'a stored configuration', configuration: 7, end: 'sent', requests: 1 },
    { of: 'what is not stored', configuration: null, end: 'cut off', requests: 2 },
  ])('with its manifest for $of: $end', async ({ configuration, end, requests }) => {
    const slow = await startSlow({ id: 'a', version: '1.0.0', name: 'Slow', resources: [] })
    const { client } = openStremioClient()
    const late = new AbortController()
    const asked = { userData: { sources: [slow.source] }, sourceIds: ['s1'], configuration }
    const { done, soFar } = askCatalogs(client, asked as never, late.signal)
    await expect.poll(() => slow.upstream.paths.length).toBe(1)
    late.abort()
    await done
    expect(soFar().failures).toHaveLength(1)
    const isOver = async () => {
      await expect.poll(() => slow.ended).toEqual([end])
    }
    if (configuration === null) await isOver()
    slow.answerNow()
    await isOver()
    const again = askCatalogs(client, asked as never)
    await again.done
    expect(again.soFar().isWhole).toBe(true)
    expect(slow.upstream.paths).toHaveLength(requests)
  })
})
