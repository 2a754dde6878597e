import type { TypedDocumentString } from '../documents.ts'
import { session } from './session.ts'
import { post } from './request.ts'

const pauses = [500, 2_000, 5_000, 10_000]

/** Follows a subscription until aborted, and begins again after an interruption. */
export async function subscribe<Result>(
  document: TypedDocumentString<Result, Record<string, never>>,
  signal: AbortSignal,
  heard: (data: Result) => void,
): Promise<void> {
  let failures = 0
  while (!signal.aborted && session.get().state === 'open') {
    try {
      const response = await post({ query: document.toString() }, 'text/event-stream', signal)
      for await (const data of eventsOf<Result>(response)) {
        failures = 0
        heard(data)
      }
    } catch {
      if (signal.aborted) return
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)]!, signal)
    failures += 1
  }
}

async function* eventsOf<Result>({ body }: Response): AsyncGenerator<Result> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const line = event.split('\n').find((one) => one.startsWith('data: {'))
      const data = line && (JSON.parse(line.slice('data: '.length)) as { data?: Result }).data
      if (data) yield data
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
