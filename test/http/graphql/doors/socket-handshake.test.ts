import { describe, expect, it } from 'vitest'
import { startAddon } from '../../../support/addon.ts'
import { acknowledgedSocket } from '../../../support/raw-graphql-socket.ts'
import { basic, startService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const mediaServer = { users: [{ name: 'Kim', personal: true, pin: '471100' }] }

describe('The address that a web socket was opened at', () => {
  const forwarded = {
    host: 'inner.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'tv.example',
  }

  async function personalAddress(
    settings: Record<string, string>,
    headers: Record<string, string>,
  ) {
    const service = await startService(settings)
    const auth = await service.createUser({ mediaServer })
    const socket = await acknowledgedSocket(service, basic(auth), headers)
    const query = '{ serviceUsers { personalUrl } }'
    socket.send({ type: 'subscribe', id: '1', payload: { query } })
    const { payload } = await until('the answer', () => socket.heard[1]!, Boolean)
    const { data } = payload as { data: { serviceUsers: { personalUrl: string | null }[] } }
    return new URL(data.serviceUsers.find(({ personalUrl }) => personalUrl)!.personalUrl!).origin
  }

  it('is what a proxy says that is trusted', async () => {
    const trusted = { TRUSTED_PROXIES: '127.0.0.1' }
    expect(await personalAddress(trusted, forwarded)).toBe('https://tv.example')
    const list = { ...forwarded, 'x-forwarded-host': 'evil.example, tv.example' }
    expect(await personalAddress(trusted, list)).toBe('https://tv.example')
  })

  it('is not what anybody says', async () => {
    expect(await personalAddress({}, forwarded)).toBe('http://inner.example')
  })
})

describe('What a web socket asked for', () => {
  it('is asked of no source any more once its client has left', async () => {
    let asked = 0
    let left = 0
    const slow = await startAddon({
      streams: (_request, response) => {
        asked += 1
        response.once('close', () => (left += 1))
      },
    })
    const service = await startService()
    const auth = await service.createUser({ sources: [{ ...slow.source, timeout: 30_000 }] })
    const { socket, send } = await acknowledgedSocket(service, basic(auth))
    const query = '{ search(type: "movie", id: "tt0000001") { results { name } } }'
    send({ type: 'subscribe', id: '1', payload: { query } })
    await until(
      'the question',
      () => asked,
      (count) => count === 1,
    )
    expect(left).toBe(0)
    socket.terminate()
    expect(
      await until(
        'the end of the question',
        () => left,
        (count) => count === 1,
      ),
    ).toBe(1)
  })
})
