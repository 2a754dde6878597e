import { describe, expect, it, onTestFinished, vi } from 'vitest'

const onWindow = new Map<string, () => void>()

/** The pages in a tab whose subscriptions are all refused, so that each can be asked again at once. */
async function openTab(retryAfter?: number) {
  const location = { origin: 'http://service', pathname: '/configure/' }
  const addEventListener = (name: string, heard: () => void) => void onWindow.set(name, heard)
  vi.stubGlobal('window', { location, addEventListener })
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

  it('ends while the browser keeps its page for going back, and begins again once it is shown', async () => {
    const { refusals, start } = await openTab()
    const running: AbortSignal[] = []
    vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
      running.push(signal)
      const body = new ReadableStream({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    })
    void start()
    await expect.poll(() => running.length).toBe(1)
    onWindow.get('pagehide')!()
    expect(running[0]!.aborted).toBe(true)
    onWindow.get('pageshow')!()
    await expect.poll(() => running.length).toBe(2)
    expect(running[1]!.aborted).toBe(false)
    expect(refusals).toEqual([])
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
