import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBody } from '../../src/http/body.ts'

/** A request whose body comes as the test writes it. */
function slowRequest() {
  const body = new PassThrough()
  return { body, request: Object.assign(body, { headers: {} }) as unknown as IncomingMessage }
}

describe('A body that arrives slowly', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is read where it is whole within a minute', async () => {
    const { body, request } = slowRequest()
    const reading = readBody(request)
    body.write('{"a":')
    await vi.advanceTimersByTimeAsync(59_000)
    body.end('1}')
    expect((await reading).toString()).toBe('{"a":1}')
  })

  it('is refused after a minute, however steadily it drips', async () => {
    const { body, request } = slowRequest()
    const outcome = readBody(request).catch((error: unknown) => error)
    for (let second = 0; second < 61; second += 1) {
      body.write('x')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(await outcome).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('longer than a minute'),
    })
  })
})
