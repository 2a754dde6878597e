import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { freePort } from '../../support/free-port.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'
import { startUpstream, status } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const freshMs = 60_000
const alpha = await startCatalogAddon({ name: 'Alpha', films: range(1, 3), ends: afterAll })
const gone = {
  type: 'stremio',
  id: 'gone',
  name: 'Gone',
  url: `http://127.0.0.1:${await freePort()}/manifest.json`,
}

async function libraries({ graphql }: Pick<RunningService, 'graphql'>, auth: Auth) {
  const query =
    '{ libraries(hidden: true) { name } libraryFailures { source { id name } failure } }'
  const { data, errors } = await graphql(query, { auth })
  expect(errors).toBeUndefined()
  return {
    names: data.libraries.map(({ name }: { name: string }) => name) as string[],
    failed: data.libraryFailures.map(({ source }: { source: { id: string } }) => source.id),
  }
}

/** Another addon that fails until it is back. */
async function startFailing() {
  const beta = await startCatalogAddon({ name: 'Beta', films: range(4, 6) })
  let isBack = false
  const pass: Handler = (request, response) => {
    fetch(new URL(request.url!, beta.source.url)).then(
      async (answer) => response.end(await answer.text()),
      () => response.destroy(),
    )
  }
  const { url } = await startUpstream((...asked) => (isBack ? pass : status(500))(...asked))
  return {
    source: { ...beta.source, url: `${url}/manifest.json` },
    comeBack: () => void (isBack = true),
  }
}

describe('Libraries of sources that fail', () => {
  it('are named as missing for exactly as long as they are missing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const service = await startService({ RATE_LIMIT_GRAPHQL: 'off' })
    const beta = await startFailing()
    const owner = await service.createUser({ sources: [alpha.source, beta.source] })
    const before = await libraries(service, owner)
    expect(before.failed).toEqual(['beta'])
    expect(before.names.length).toBeGreaterThan(0)
    beta.comeBack()
    expect(await libraries(service, owner)).toEqual(before)
    const seen: object[] = []
    const look = async () => {
      vi.setSystemTime(Date.now() + freshMs + 1)
      const now = await libraries(service, owner)
      seen.push(now)
      return now.failed
    }
    await expect.poll(look, { timeout: 10_000 }).toEqual([])
    const after = seen.pop() as typeof before
    expect(after.names.length).toBeGreaterThan(before.names.length)
    for (const one of seen) expect(one).toEqual(before)
  })

  it('are not missing where the configuration wants no catalogs of the source', async () => {
    const service = await startService()
    const sources = [alpha.source, { ...gone, resources: ['stream'] }]
    const { names, failed } = await libraries(service, await service.createUser({ sources }))
    expect(names.length).toBeGreaterThan(0)
    expect(failed).toEqual([])
  })

  it('are named whatever was asked of the preview, and to nobody but who configures', async () => {
    const service = await startService({ RATE_LIMIT_PREVIEW: '1/60s' })
    const owner = await service.createUser({ sources: [alpha.source, gone] })
    const preview = () =>
      service.graphql('{ catalogPreview { catalogs { ref } } }', { auth: owner })
    await preview()
    expect((await preview()).errors?.[0]?.extensions?.code).toBe('RATE_LIMIT_EXCEEDED')
    expect((await libraries(service, owner)).failed).toEqual(['gone'])
    const { token } = await signInApp(service.url, owner)
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    const { errors } = await service.graphql('{ libraryFailures { failure } }', { headers })
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })
})
