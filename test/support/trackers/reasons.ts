import { expect } from 'vitest'
import { trackerReason } from '../../../src/core/tracker-reasons.ts'

export function because(problem: string) {
  return trackerReason('TRACKER_FAILED', { problem, failure: 'connect' })
}

export function saying(message: unknown): unknown {
  return expect.objectContaining({ message })
}
