import type { ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { isResults } from './results.ts'

/** The form in which Apollo's clients hear subscriptions over plain HTTP. */
const mediaType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0'
const boundary = '\r\n--graphql'
const heartbeatMs = 5_000

function isAsked(accept: string | null): boolean {
  return (accept ?? '')
    .split(',')
    .some((part) => /^\s*multipart\/mixed\b/i.test(part) && /subscriptionspec\s*=/i.test(part))
}

export function multipartSubscriptions(): Plugin {
  return {
    onResultProcess(processing) {
      const { request, result } = processing
      if (Array.isArray(result) || !isResults(result)) return
      if (!isAsked(request.headers.get('accept'))) return
      processing.setResultProcessor(
        (results) => answer(results as AsyncIterable<ExecutionResult>),
        mediaType,
      )
    },
  }
}

function answer(results: AsyncIterable<ExecutionResult>): Response {
  const source = results[Symbol.asyncIterator]()
  let beating: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(boundary))
      beating = setInterval(() => {
        const { desiredSize } = controller
        if (desiredSize === null) clearInterval(beating)
        else if (desiredSize > 0) controller.enqueue(part({}))
      }, heartbeatMs)
    },
    async pull(controller) {
      const { done, value } = await source.next()
      if (!done) return controller.enqueue(part({ payload: value }))
      clearInterval(beating)
      controller.enqueue(Buffer.from('--\r\n'))
      controller.close()
    },
    async cancel() {
      clearInterval(beating)
      await source.return?.()
    },
  })
  return new Response(body, { headers: { 'content-type': mediaType, 'cache-control': 'no-cache' } })
}

/** Ends with the next boundary, or clients would wait for it before they show the part. */
function part(content: object): Uint8Array {
  return Buffer.from(
    `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(content)}${boundary}`,
  )
}
