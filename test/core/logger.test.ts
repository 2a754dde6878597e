import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/logger.ts'

function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = []
  const log = createLogger(
    { level: 'info', format: 'json' },
    { write: (line: string) => void lines.push(line) },
  )
  log.error({ err: error }, 'failed')
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0]!).err
}

describe('an error in the log', () => {
  it('has its stack, and those of its causes', () => {
    const error = new TypeError('bug', { cause: new RangeError('deeper') })
    expect(logged(error)).toEqual({
      type: 'TypeError',
      message: 'bug',
      stack: error.stack,
      cause: { type: 'RangeError', message: 'deeper', stack: (error.cause as Error).stack },
    })
  })

  it('has no stack where it was foreseen, but that of what caused it', () => {
    const cause = new Error('locked')
    expect(logged(new AppError('SERVICE_UNAVAILABLE', 'Try again.', { cause }))).toEqual({
      type: 'AppError',
      message: 'Try again.',
      code: 'SERVICE_UNAVAILABLE',
      cause: { type: 'Error', message: 'locked', stack: cause.stack },
    })
  })

  it('is a message where something else was thrown', () => {
    expect(logged('text')).toEqual({ message: 'text' })
  })
})
