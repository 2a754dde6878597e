import { describe, expect, it } from 'vitest'
import { never, openSimkl, openTrakt } from '../support/trackers/harness.ts'
import { saying } from '../support/trackers/reasons.ts'

const trackers = {
  async Trakt(options = {}) {
    return {
      ...(await openTrakt(options)),
      code: '/oauth/device/code',
      poll: '/oauth/device/token',
    }
  },
  async Simkl(options = {}) {
    return { ...(await openSimkl(options)), code: '/oauth/pin', poll: '/oauth/pin' }
  },
}

describe.each(Object.entries(trackers))('connecting to %s by a code', (name, start) => {
  it('fails where the answer holds no code', async () => {
    const { server, tracker, code } = await start()
    server.failNext(code, { status: 200, body: { user_code: 'ABC' } })
    await expect(tracker.begin(never)).rejects.toMatchObject({
      name: 'UpstreamError',
      kind: 'invalid',
      message: `${name} gave no code to connect with`,
    })
  })

  it.each([
    { body: {}, said: { code: 'TRACKER_ANSWERED', values: { status: '503' } } },
    {
      body: { error_description: 'back at noon' },
      said: { code: 'TRACKER_ANSWERED_SAYING', values: { status: '503', words: 'back at noon' } },
    },
  ])('fails with what a tracker says that is away: $body', async ({ body, said }) => {
    const { server, tracker, code } = await start()
    server.failNext(code, { status: 503, body })
    await expect(tracker.begin(never)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: said,
      headers: { 'retry-after': '30' },
    })
  })

  it('names the tracker that cannot be reached', async () => {
    const pairing = await (await start()).tracker.begin(never)
    const { tracker, push } = await start({ baseUrl: 'http://127.0.0.1:9' })
    const unreached = {
      kind: 'retry',
      reason: { code: 'TRACKER_FAILED', values: { tracker: name, failure: 'connect' } },
    }
    expect(await tracker.finish(pairing, null, never)).toMatchObject(unreached)
    expect(await push({})).toMatchObject(unreached)
  })

  it('asks nothing once the time of the code is over', async () => {
    const { server, tracker } = await start()
    const pairing = await tracker.begin(never)
    const late = { ...pairing, expiresAt: Date.now() - 1 }
    expect(await tracker.finish(late, null, never)).toEqual({
      kind: 'refused',
      reason: saying('The code was not entered in time: please begin anew'),
    })
    expect(server.paths()).toHaveLength(1)
  })

  it('comes back later where the answer is nothing that a tracker says', async () => {
    const { server, tracker, poll } = await start()
    const pairing = await tracker.begin(never)
    server.failNext(poll, { status: 200, body: { message: 'hello' } })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ kind: 'retry' })
    server.failNext(poll, { status: 502 })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ kind: 'retry' })
    expect(await tracker.finish(pairing, null, never)).toEqual({ kind: 'pending' })
  })

  it('is refused in the words of the tracker where it gives no other reason', async () => {
    const { server, tracker, poll } = await start()
    const pairing = await tracker.begin(never)
    server.failNext(poll, { status: 422, body: { error_description: 'no such thing' } })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({
      kind: 'refused',
      reason: saying(expect.stringMatching(/answered with status 422: no such thing$/)),
    })
  })
})
