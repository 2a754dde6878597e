import { describe, expect, it, onTestFinished, vi } from 'vitest'

const limited = {
  message: 'Too many',
  extensions: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 5 },
}

describe('A failure in the answer to a document', () => {
  it.each([
    { is: 'is of one operation where it has its path', path: ['search'], isOfOperation: true },
    { is: 'is of the request where it has none', path: undefined, isOfOperation: false },
  ])('$is', async ({ path, isOfOperation }) => {
    const location = { origin: 'http://service', pathname: '/configure/' }
    vi.stubGlobal('window', { location, addEventListener: () => undefined })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { dataOf } = await import('../../src/web/data/request.ts')
    const answer = { data: null, errors: [{ ...limited, ...(path && { path }) }] }
    const read = () => dataOf(answer, { state: 'unknown' })
    expect(read).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMIT_EXCEEDED',
        retryAfterMs: 5_000,
        isOfOperation,
      }),
    )
  })
})
