import { describe, expect, it } from 'vitest'
import { never, openSimkl, openTrakt } from '../support/trackers/harness.ts'
import { saying } from '../support/trackers/reasons.ts'

const trackers = {
  async Trakt() {
    return { ...(await openTrakt()), code: '/oauth/device/code', poll: '/oauth/device/token' }
  },
  async Simkl() {
    return { ...(await openSimkl()), code: '/oauth/pin', poll: '/oauth/pin' }
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

  it('fails with the status of a tracker that is away', async () => {
    const { server, tracker, code } = await start()
    server.failNext(code, { status: 503 })
    await expect(tracker.begin(never)).rejects.toMatchObject({ name: 'UpstreamError', status: 503 })
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
