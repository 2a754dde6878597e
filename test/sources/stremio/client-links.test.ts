import { describe, expect, it } from 'vitest'
import { source } from '../../support/sources.ts'
import { day, hour, inTurn, keepFor, openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream, status, type Handler } from '../../support/upstream.ts'

/** A title with a stream inside, whose link has the name. */
const title = (name: string, headers: Record<string, string> = {}) => {
  const videos = [{ id: 'own:a:1', streams: [{ url: `https://cdn.example/${name}` }] }]
  return json({ meta: { id: 'own:a', type: 'series', name: 'A', videos } }, headers)
}

async function start(...handlers: Handler[]) {
  const upstream = await startUpstream(inTurn(...handlers))
  const { client, pass } = openStremioClient()
  const addon = source({ url: upstream.url, timeout: 2_000 })
  async function ask(options = {}) {
    const { value, fromCache } = await client.meta(addon, 'series', 'own:a', options)
    return [value?.videos[0]?.streams?.[0]?.url?.split('/').at(-1), fromCache]
  }
  return { upstream, pass, ask, recently: () => ask({ recent: true }) }
}

describe('a title with streams inside', () => {
  it('is asked for anew where their links count, unless its answer says that it keeps', async () => {
    const { ask, recently, pass } = await start(
      title('one'),
      title('two', keepFor(60)),
      title('three'),
    )
    expect(await ask()).toEqual(['one', null])
    expect(await recently()).toEqual(['two', null])
    await expect.poll(recently).toEqual(['two', 'fresh'])
    pass(61)
    expect(await recently()).toEqual(['three', null])
  })

  it('is new for a day at most', async () => {
    const { ask, recently, pass } = await start(title('one', keepFor(5 * day)), title('two'))
    await ask()
    pass(day - 1)
    expect(await recently()).toEqual(['one', 'fresh'])
    pass(2)
    expect(await recently()).toEqual(['two', null])
  })

  it('has no streams for those who want no old links while its source fails', async () => {
    const { ask, recently } = await start(title('one'), status(503))
    await ask()
    await expect(recently()).rejects.toMatchObject({ kind: 'status' })
    expect(await ask()).toEqual(['one', 'stale'])
  })

  it('shows at once what it was, and is renewed behind once a minute', async () => {
    const { ask, upstream, pass } = await start(title('one'), title('two'), title('three'))
    await ask()
    pass(20 * day)
    expect(await ask()).toEqual(['one', 'stale'])
    await expect.poll(() => ask()).toEqual(['two', 'stale'])
    for (let time = 0; time < 5; time += 1) await ask()
    pass(hour)
    expect(await ask()).toEqual(['two', 'stale'])
    expect(upstream.paths).toHaveLength(2)
  })
})
