import { describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { json, startUpstream, status, type Handler } from '../../support/upstream.ts'

const channel = { id: 'own:channel', type: 'channel', name: 'Channel' }

/** An addon whose titles have another link inside each time that they are asked for. */
async function serve({ streams }: { streams?: Handler } = {}) {
  const resources = ['catalog', 'meta', ...(streams ? ['stream'] : [])]
  const manifest = {
    id: 'test.links',
    version: '1.0.0',
    name: 'Own',
    types: ['channel'],
    idPrefixes: ['own:'],
    catalogs: [{ type: 'channel', id: 'all', name: 'Channels' }],
    resources,
  }
  let asked = 0
  const title = () => {
    asked += 1
    const file = `First.${asked}.mp4`
    const stream = { name: file, title: file, url: `https://cdn.example/${file}` }
    return { ...channel, videos: [{ id: 'own:channel:a', title: 'First', streams: [stream] }] }
  }
  const upstream = await startUpstream((request, response) => {
    const answer = (): Handler => {
      if (request.url === '/manifest.json') return json(manifest)
      if (request.url?.startsWith('/catalog/')) return json({ metas: [channel] })
      if (request.url?.startsWith('/stream/')) return streams!
      if (request.url === '/meta/channel/own.json') return status(503)
      const isTitle = request.url === '/meta/channel/own%3Achannel.json'
      return json({ meta: isTitle ? title() : null })
    }
    answer()(request, response)
  })
  const service = await startService()
  const owner = await service.createUser({
    sources: [sourceAt(`${upstream.url}/manifest.json`, 'Own')],
    mediaServer: {},
  })
  async function health(area: string) {
    const query = `query ($from: DateTime!) {
      sourceHealth(from: $from, bucket: ALL, area: ${area}) {
        buckets { asked answered failed remembered results kept }
      }
    }`
    const variables = { from: new Date(Date.now() - 60_000) }
    const { data } = await service.graphql(query, { auth: owner, variables })
    return data.sourceHealth[0].buckets[0]
  }
  async function get(path: string) {
    const answer = await fetch(`${service.url}/stremio/${owner.uuid}/${owner.token}/${path}`)
    return { keeps: answer.headers.get('cache-control'), body: await answer.json() }
  }
  const placeOf = ({ url = '' }: { url?: string }) => url.split('/').at(-1)
  const found = async () => {
    const { keeps, body } = await get('stream/channel/own%3Achannel%3Aa.json')
    return { keeps, streams: body.streams.map(placeOf) }
  }
  return { service, owner, health, get, found, asked: () => asked }
}

describe('Links inside a title of a source', () => {
  it('are those of now, however long the title has been known', async () => {
    const { get, found, asked } = await serve()
    await get('meta/channel/own%3Achannel.json')
    const before = asked()
    expect((await found()).streams).toEqual([`First.${before + 1}.mp4`])
  })

  it('are new for an app that looks versions up again', async () => {
    const { service, owner, asked } = await serve()
    const { token } = await signInApp(service.url, owner)
    const send = senderOf(service.url, token)
    const { body: series } = await send('/Items?recursive=true&includeItemTypes=Series')
    const { body: episodes } = await send(`/Shows/${series.Items[0].Id}/Episodes`)
    const info = async (wanted: object) => {
      const { body } = await send(`/Items/${episodes.Items[0].Id}/PlaybackInfo`, wanted)
      return body.MediaSources.map(({ Path }: { Path: string }) => Path)
    }
    const first = await info({})
    expect(first).toEqual([`First.${asked()}.mp4`])
    expect(await info({})).toEqual(first)
    expect(await info({ Refresh: true })).toEqual([`First.${asked()}.mp4`])
    expect(first).not.toEqual([`First.${asked()}.mp4`])
  })

  it('count as no answers for streams of a source that has no others, nor guesses as failures', async () => {
    const { found, health } = await serve()
    expect((await found()).streams).toHaveLength(1)
    const none = { asked: 0, answered: 0, failed: 0, remembered: 0, results: 0, kept: 0 }
    expect(await health('STREAMS')).toEqual(none)
    expect(await health('METADATA')).toMatchObject({ asked: 1, answered: 1, failed: 0, results: 1 })
  })

  it('are there beside the failure of its other streams, which counts', async () => {
    const { service, owner, found, health } = await serve({ streams: status(503) })
    const { streams, keeps } = await found()
    expect(streams).toHaveLength(2)
    expect(streams).toContain('First.1.mp4')
    expect(keeps).toBe('no-cache')
    const path = '/api/v1/search?type=channel&id=own:channel:a'
    const { body } = await service.request(path, { auth: owner })
    expect(body.data.errors).toMatchObject([{ title: 'Own' }])
    expect(body.data.results).toHaveLength(1)
    expect(await health('STREAMS')).toMatchObject({ failed: 2, results: 2, kept: 2 })
  })
})
