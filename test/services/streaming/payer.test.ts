import { expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import type { GuardedOpen } from '../../../src/security/guarded-stream.ts'
import { openTarget } from '../../../src/services/streaming/hls/open-target.ts'
import { openVersion } from '../../../src/services/streaming/open-version.ts'
import { itemRef } from '../../support/library-item.ts'
import { stream } from '../../support/streams.ts'
import { startUpstream } from '../../support/upstream.ts'

it('What plays, and what its playlist leads to, uses the share of its configuration', async () => {
  const upstream = await startUpstream(({ method }, response) => {
    response.writeHead(method === 'HEAD' ? 405 : 200, { 'content-type': 'video/mp4' }).end()
  })
  const client = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => client.close())
  const asked: unknown[] = []
  const open: GuardedOpen = (address, request) => {
    asked.push([request.method, request.payer])
    return client.open(address, request)
  }
  const ref = itemRef({ kind: 'version', version: 1, configuration: 7 })
  const link = `${upstream.url}/film.mp4`
  const version = { ref, id: '1', result: stream(), link, name: '', description: '' }
  const { signal } = new AbortController()
  const request = { method: 'HEAD', range: null, ifRange: null, directives: {}, signal } as const
  const film = await openVersion(open, version, request, 5_000)
  const target = {
    url: link,
    kind: 'segment',
    asks: { origin: upstream.url, headers: {} },
  } as const
  const segment = await openTarget(open, target, 8, { ...request, method: 'GET' })
  for (const { body } of [film, segment]) body.destroy()
  expect(asked).toEqual([
    ['HEAD', 7],
    ['GET', 7],
    ['GET', 8],
  ])
})
