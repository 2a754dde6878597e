import { describe, expect, it, onTestFinished, vi } from 'vitest'

/** The pages in a tab whose subscriptions are all refused, so that each can be asked again at once. */
async function openTab(retryAfter?: number) {
  const location = { origin: 'http://service', pathname: '/configure/' }
  vi.stubGlobal('window', { location, addEventListener: () => undefined })
  const asked: number[] = []
  vi.stubGlobal('fetch', async () => {
    asked.push(performance.now())
    const extensions = { code: 'RATE_LIMIT_EXCEEDED', retryAfter }
    return Response.json({ errors: [{ message: 'Too many', extensions }] })
  })
  const { connection } = await import('../../src/web/data/connection.ts')
  const { session } = await import('../../src/web/data/session.ts')
  const { subscribe } = await import('../../src/web/data/subscribe.ts')
  connection.set('ok')
  session.set({ state: 'open', uuid: 'a', csrfToken: 'b' })
  const leaving = new AbortController()
  onTestFinished(() => {
    leaving.abort()
    connection.set('ok')
    vi.unstubAllGlobals()
  })
  const refusals: string[] = []
  const listener = {
    heard: () => undefined,
    refused: ({ code }: { code: string }) => void refusals.push(code),
  }
  const start = (): Promise<void> =>
    subscribe('subscription { a }' as never, leaving.signal, listener)
  return { asked, refusals, connection, start, leave: () => leaving.abort() }
}

describe('A subscription', () => {
  it('is not asked for until the service serves', async () => {
    const { asked, connection, start } = await openTab()
    connection.set('unable')
    void start()
    connection.set('silent')
    connection.set('unable')
    expect(asked).toEqual([])
    connection.set('ok')
    await expect.poll(() => asked.length).toBe(1)
  })

  it('that is left while the service does not serve is never asked for', async () => {
    const { asked, connection, start, leave } = await openTab()
    connection.set('unable')
    const ended = start()
    leave()
    await ended
    connection.set('ok')
    expect(asked).toEqual([])
  })

  it('that is refused is asked for again when the service says, not sooner where it serves again', async () => {
    const { asked, refusals, connection, start } = await openTab(1)
    void start()
    await expect.poll(() => refusals.length).toBe(1)
    connection.set('unable')
    connection.set('ok')
    await expect.poll(() => asked.length, { timeout: 3_000 }).toBe(2)
    expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(990)
  })
})
