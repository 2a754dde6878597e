import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { UpstreamError } from '../../../src/core/upstream-error.ts'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import type { GuardedFetch } from '../../../src/security/guarded-fetch.ts'
import type { Payer } from '../../../src/security/shares.ts'
import { createOriginals } from '../../../src/services/pictures/originals.ts'
import { draw } from '../../support/picture-host.ts'
import { startUpstream } from '../../support/upstream.ts'

const poster = await draw(60, 90).jpeg().toBuffer()
const { signal } = new AbortController()

/** Nothing is kept on a disk. */
function start(
  around: (fetch: GuardedFetch) => GuardedFetch = (fetch) => fetch,
  patienceMs = 1_500,
) {
  const guarded = createGuardedFetch({ allowPrivate: true })
  const files = { read: async () => null, write: async () => {}, remove: async () => {} }
  const originals = createOriginals({
    fetch: around(guarded.fetch),
    files,
    memoryShare: 1,
    patienceMs,
  })
  onTestFinished(async () => {
    originals.stop()
    await guarded.close()
  })
  return (address: string, payer: Payer) => originals.ensure(address, address, { signal, payer })
}

it('A picture that waits for the places of one configuration comes at once for another one', async () => {
  const held: ServerResponse[] = []
  const hold = (_request: unknown, response: ServerResponse): void => void held.push(response)
  const slow = await Promise.all([startUpstream(hold), startUpstream(hold)])
  const quick = await startUpstream((_request, response) => void response.end(poster))
  const ensure = start((fetch) => fetch, 7_000)
  const late = slow.flatMap(({ url }) =>
    Array.from({ length: 6 }, (_, picture) => ensure(`${url}/${picture}`, 1)),
  )
  await expect.poll(() => held.length).toBe(12)
  const first = ensure(`${quick.url}/poster`, 1)
  const second = ensure(`${quick.url}/poster`, 2)
  expect(await Promise.race([second, ...late])).toBe(true)
  expect(await Promise.race([first, ...late])).toBe(true)
  expect(await ensure(`${quick.url}/poster`, 3)).toBe(true)
  expect(quick.paths).toEqual(['/poster'])
  for (const response of held) response.end(poster)
  expect(new Set(await Promise.all(late))).toEqual(new Set([true]))
})

it('A picture that its configuration left no place for is there for who asks next', async () => {
  const host = await startUpstream((_request, response) => void response.end(poster))
  let isBusy = true
  const ensure = start((fetch) => async (...request) => {
    if (isBusy) throw new UpstreamError('busy', 'too many other servers are being asked')
    return fetch(...request)
  })
  expect(await ensure(`${host.url}/poster`, 1)).toBe(false)
  isBusy = false
  expect(await ensure(`${host.url}/poster`, 2)).toBe(true)
})
