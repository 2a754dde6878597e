import { describe, expect, it } from 'vitest'
import { acknowledgedSocket } from '../../../support/raw-graphql-socket.ts'
import { basic, startService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

describe('A web socket that never reads', () => {
  it('is cut off when too many answers to its pings wait', async () => {
    const { socket, tcp, send } = await acknowledgedSocket(await startService())
    socket.pause()
    const payload = { text: 'x'.repeat(900_000) }
    for (let time = 0; time < 60; time++) send({ type: 'ping', payload })
    const isOver = await until('the end', () => tcp.destroyed, Boolean, { timeoutMs: 8_000 })
    expect(isOver).toBe(true)
  }, 15_000)
})

describe('A web socket from a page', () => {
  const origin = 'https://evil.example'
  const query = '{ me { uuid } }'

  async function ask(own: boolean) {
    const service = await startService()
    const auth = await service.createUser()
    const authorization = basic(auth)
    const raw = own
      ? await acknowledgedSocket(service, authorization, { origin })
      : await acknowledgedSocket(service, undefined, { origin, authorization })
    raw.send({ type: 'subscribe', id: '1', payload: { query } })
    const answer = await until('the answer', () => raw.heard[1], Boolean)
    return { auth, answer: JSON.stringify(answer) }
  }

  it('is nobody by the credentials that the browser remembers for this service', async () => {
    expect((await ask(false)).answer).toContain('UNAUTHORIZED')
  })

  it('is who its connection_init says', async () => {
    const { auth, answer } = await ask(true)
    expect(answer).toContain(auth.uuid)
  })
})
