import { expect, it } from 'vitest'
import { createKeptEnvelopes } from '../../src/http/envelope.ts'

it.each([
  ['of letters alone', 'a'.repeat(2_500)],
  ['of few characters beyond ASCII', 'ü'.repeat(20)],
])('envelopes %s that are kept as bytes keep no pool of buffers alive', (_what, text) => {
  const kept = createKeptEnvelopes('OK', 10_000)
  kept.keep('entry', JSON.stringify(text))
  const bytes = kept.get('entry') as Buffer
  expect(JSON.parse(bytes.toString())).toMatchObject({ success: true, data: text })
  expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * bytes.byteLength)
})
