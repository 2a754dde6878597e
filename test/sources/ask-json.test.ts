import { expect, it, vi } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import type { UpstreamErrorKind } from '../../src/core/upstream-error.ts'
import { askJson } from '../../src/sources/ask-json.ts'
import type { AskOptions } from '../../src/sources/ask-json.ts'
import { createBreakers } from '../../src/sources/breakers.ts'
import { never } from '../support/trackers/harness.ts'

/** Asks a service whose requests fail like this, some times, and answers what was told of each. */
async function toldOf(failing: UpstreamError, times = 1) {
  const onAnswer = vi.fn<AskOptions['onAnswer']>()
  const options: AskOptions = {
    fetch: () => Promise.reject(failing),
    breakers: createBreakers(),
    area: 'segments',
    baseUrl: 'https://marks.example',
    timeoutMs: 1_000,
    onAnswer,
  }
  for (let time = 0; time < times; time++) {
    await expect(askJson(options, '/', never)).rejects.toThrow(UpstreamError)
  }
  return onAnswer.mock.calls.map(([failure]) => failure)
}

it('A service that is paused is told of as one that is not asked', async () => {
  const told = await toldOf(new UpstreamError('timeout', 'no answer'), 7)
  const timeouts = Array<UpstreamErrorKind>(5).fill('timeout')
  expect(told).toEqual([...timeouts, 'paused', 'paused'])
})

it.each([
  ['leads to a refused address failed', 302, ['redirects']],
  ['lies at a refused address was not asked', null, ['refused-address']],
] as const)('A service that %s', async (_, status, told) => {
  const error = new UpstreamError('refused-address', 'an address that is never asked', status)
  expect(await toldOf(error)).toEqual(told)
})

it('An asker who goes away tells nothing of the service', async () => {
  expect(await toldOf(new UpstreamError('aborted', 'gone'))).toEqual([])
})
