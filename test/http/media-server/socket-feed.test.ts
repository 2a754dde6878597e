import { expect, it, onTestFinished, vi } from 'vitest'
import { createFeed } from '../../../src/http/media-server/transport/socket-feed.ts'
import { itemRef } from '../../support/library-item.ts'

it('A change that an app has lost the access to is neither sent nor logged as a failure', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ending = new AbortController()
  const told: string[] = []
  const feed = createFeed({
    access: {
      ended: ending.signal,
      user() {
        if (ending.signal.aborted) throw new Error('Your access has ended.')
        return { profile: { id: 'kim' } }
      },
    },
    signal: new AbortController().signal,
    send: (message: string) => void told.push(message),
    log: { warn: (_fields: object, message: string) => void told.push(message) },
  } as never)
  const items = [itemRef()]
  feed.event({ kind: 'watched', configuration: 7, profileIds: ['kim'], items } as never)
  ending.abort()
  await vi.runAllTimersAsync()
  expect(told).toEqual([])
})
