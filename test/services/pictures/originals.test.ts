import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import { createOriginals } from '../../../src/services/pictures/originals.ts'
import { draw } from '../../support/picture-host.ts'
import { until } from '../../support/until.ts'
import { startUpstream } from '../../support/upstream.ts'

const poster = await draw(60, 90).jpeg().toBuffer()

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

/** A host that answers when told; six of its pictures are fetched at once. Nothing is kept on a disk. */
async function startHeld() {
  const held: ServerResponse[] = []
  const paths: string[] = []
  let isHolding = true
  const host = await startUpstream(({ url }, response) => {
    paths.push(url!)
    if (isHolding) held.push(response)
    else response.end(poster)
  })
  const guarded = createGuardedFetch({ allowPrivate: true })
  const files = { read: async () => null, write: async () => {}, remove: async () => {} }
  const originals = createOriginals({ fetch: guarded.fetch, files, memoryShare: 1 })
  onTestFinished(async () => {
    originals.stop()
    await guarded.close()
  })
  return {
    paths,
    ensure: (name: string, signal = new AbortController().signal) =>
      originals.ensure(name, `${host.url}/${name}`, { signal, payer: undefined }),
    release: (): void => {
      isHolding = false
      for (const response of held) response.end(poster)
    },
  }
}

it('A picture that the last client leaves in the queue is fetched for who asks at that moment', async () => {
  const { paths, ensure, release } = await startHeld()
  const busy = Array.from({ length: 6 }, (_, number) => ensure(`busy-${number}`))
  await until(
    'as many requests as a host gets',
    () => paths.length,
    (count) => count === 6,
  )
  const asked = Array.from({ length: 40 }, async (_, moment) => {
    const client = new AbortController()
    const left = ensure(`left-${moment}`, client.signal).catch(() => 'left')
    await turns(100)
    client.abort()
    await turns(moment)
    return { left, found: ensure(`left-${moment}`) }
  })
  const both = await Promise.all(asked)
  release()
  expect(new Set(await Promise.all(both.map(({ left }) => left)))).toEqual(new Set(['left']))
  const found = await Promise.all([...busy, ...both.map((one) => one.found)])
  expect(found.filter((isHere) => !isHere)).toEqual([])
})

it('A picture that was asked for already is not asked for again by who comes after the last client left', async () => {
  const { paths, ensure, release } = await startHeld()
  const client = new AbortController()
  const left = ensure('one', client.signal).catch(() => 'left')
  await until(
    'the request',
    () => paths.length,
    (count) => count === 1,
  )
  client.abort()
  expect(await left).toBe('left')
  const found = ensure('one')
  await turns(100)
  release()
  expect(await found).toBe(true)
  expect(paths).toEqual(['/one'])
})
