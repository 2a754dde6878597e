import type { Readable } from 'node:stream'
import { UpstreamError } from '../../core/upstream-error.ts'

/** Its server answered, and then closed the connection. */
export class BrokenOff extends UpstreamError {}

/** The first bytes, which stay in the body; fewer where it ends before. Rejects where it breaks off, or the signal aborts. */
export function startOfBody(body: Readable, length: number, signal?: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const onEnd = (): void => resolve(Buffer.alloc(0))
  const onAbort = (): void => reject(signal!.reason)
  function onReadable(): void {
    const start = body.read(length) as Buffer | null
    if (start === null) return
    release()
    body.unshift(start)
    resolve(start)
  }
  function onClose(): void {
    const { errored } = body
    const isOurs = errored instanceof UpstreamError
    reject(isOurs ? errored : new BrokenOff('reset', "the stream's server broke off"))
  }
  function release(): void {
    body.off('readable', onReadable).off('end', onEnd).off('close', onClose)
    signal?.removeEventListener('abort', onAbort)
  }
  if (signal?.aborted) onAbort()
  else if (body.destroyed) onClose()
  else if (body.readableEnded) onEnd()
  else {
    signal?.addEventListener('abort', onAbort, { once: true })
    // One listener all the time: a new one would be called at once for bytes that are not enough.
    body.on('readable', onReadable).once('end', onEnd).once('close', onClose)
  }
  return promise.finally(release)
}
