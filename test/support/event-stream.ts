import { expect } from 'vitest'

/** What a dashboard hears of a subscription over server-sent events, one event after the other. */
export async function listen(url: string, query: string, headers: Record<string, string>) {
  const ends = new AbortController()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal: ends.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    stop: () => ends.abort(),
    /** Null: there are no more. */
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    async next(): Promise<any> {
      for (;;) {
        const event = /event: next\ndata: (.*)\n\n/.exec(text)
        if (event) {
          text = text.slice(event.index + event[0].length)
          return JSON.parse(event[1]!)
        }
        const { value, done } = await reader.read()
        if (done) return null
        text += value
      }
    },
  }
}
