import { Readable } from 'node:stream'
import type { OpenedAnswer } from '../../security/guarded-stream.ts'
import { partOf } from './part.ts'

type Answer = Pick<OpenedAnswer, 'status' | 'headers' | 'body'>

export type Reopen = (headers: {
  readonly range: string
  readonly ifRange: string
}) => Promise<Answer>

const maxResumes = 10

/** The answer's body, continued from the same file where its connection breaks, once at each place. Others break off. */
export function resumedBody(answer: Answer, reopen: Reopen): Readable {
  const part = partOf(answer)
  const validator = validatorOf(answer)
  if (part === null || validator === null || !takesRanges(answer)) return answer.body
  const end = part.to

  async function open(from: number): Promise<Readable | null> {
    const next = await reopen({ range: `bytes=${from}-${end}`, ifRange: validator! })
    const found = partOf(next)
    const isSame =
      next.status === 206 &&
      found?.from === from &&
      found.to === end &&
      found.total === part!.total &&
      validatorOf(next) === validator
    if (isSame) return next.body
    next.body.destroy()
    return null
  }
  return joined(answer.body, part.from, end, open)
}

function joined(
  first: Readable,
  from: number,
  end: number,
  reopen: (from: number) => Promise<Readable | null>,
): Readable {
  let source = first
  let place = from
  let resumedAt = -1
  let resumes = 0
  const body = new Readable({
    read: () => void source.resume(),
    destroy(error, done) {
      source.destroy()
      done(error)
    },
  })

  async function resume(broken: Error): Promise<void> {
    if (body.destroyed) return
    if (place === resumedAt || resumes === maxResumes) return void body.destroy(broken)
    resumedAt = place
    resumes += 1
    const rest = await reopen(place).catch(() => null)
    if (rest === null) return void body.destroy(broken)
    if (body.destroyed) return void rest.destroy()
    follow(rest)
  }

  function follow(next: Readable): void {
    source = next
    next.on('data', (chunk: Buffer) => {
      place += chunk.length
      if (!body.push(chunk)) next.pause()
    })
    let problem = new Error('the connection ended before the file')
    // Some servers break off after the last byte: then the answer is whole, too.
    function finish(): void {
      if (place > end) body.push(null)
      else resume(problem).catch((error: Error) => body.destroy(error))
    }
    next.once('error', (error) => (problem = error))
    next.once('close', finish)
    // It may have broken before anyone read; its events are over then.
    if (next.closed) {
      problem = next.errored ?? problem
      finish()
    }
  }
  follow(first)
  return body
}

function takesRanges({ status, headers }: Answer): boolean {
  if (headers['content-encoding'] !== undefined) return false
  return status === 206 || headers['accept-ranges'] === 'bytes'
}

/** Equal ones stand for equal bytes. */
function validatorOf({ headers }: Answer): string | null {
  const { etag } = headers
  if (etag !== undefined && !etag.startsWith('W/')) return etag
  return headers['last-modified'] ?? null
}
