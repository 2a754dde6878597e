import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { createFuzzedHousehold } from '../support/fuzz/household.ts'
import { fuzz, fuzzTimeoutMs } from '../support/fuzz/fuzzing.ts'
import { faultOf, slowMs } from '../support/fuzz/judge.ts'
import { knownNames } from '../support/fuzz/names.ts'
import { fuzzOperations } from '../support/fuzz/operations.ts'
import { exchangeRaw } from '../support/fuzz/raw-exchange.ts'
import { bytesOf, fuzzRequests } from '../support/fuzz/requests.ts'
import type { FuzzRequest } from '../support/fuzz/requests.ts'
import { usualPath, withUsualQuery } from '../support/fuzz/usual-requests.ts'

const { service, household, patterns } = await createFuzzedHousehold(afterAll)
const known = Object.keys(await household())
const requests = fuzzRequests({
  patterns,
  names: knownNames,
  known,
  operation: fuzzOperations(schema, fc.constantFrom(...known.map((name) => `{${name}}`))),
})

/** The request with what is wrong with its answer; null: nothing. */
async function attempt(request: FuzzRequest) {
  const bytes = bytesOf(request, await household())
  const answer = await exchangeRaw(service.port, bytes, {
    timeoutMs: slowMs,
    endsEarly: request.framing === 'tooLong' && request.body !== null,
  })
  const fault = faultOf(answer, request.target)
  return fault && { fault, request: bytes.toString('latin1').slice(0, 2_000), answer: answer.body }
}

/** Paths where the household has nothing: no alias, no picture of a user, no open Quick Connect; and what is refused to anybody. */
const empty =
  /^\/(?:stremio\/u\/:alias|Devices\/|Items\/:itemId\/MetadataEditor|Studios\/|Items\/:itemId\/Images\/:type\/:index\/|System\/|QuickConnect\/|UserImage|Users\/:userId\/Images)/

it('What lies behind every path is reached by usual requests', { timeout: 60_000 }, async () => {
  const has = await household()
  const missed: string[] = []
  for (const { method, path } of patterns) {
    if (method !== 'GET' || path.startsWith('/rest/') || empty.test(path)) continue
    const usual = withUsualQuery(
      usualPath(path, () => null),
      path,
    )
    const target = usual.replaceAll(/\{(\w+)\}/g, (_, name: string) => has[name]!)
    const isRest = path.startsWith('/api/')
    const authorization = isRest ? has['basic']! : `MediaBrowser Token="${has['token']}"`
    const { status } = await service.request(target, {
      redirect: 'manual',
      headers: { authorization },
    })
    if (status >= 400) missed.push(`${path}: ${status}`)
  }
  expect(missed).toEqual([])
})

describe('No request', () => {
  it(
    "of any bytes gets an answer that is not the service's own, or none",
    async () => {
      expect(patterns.length).toBeGreaterThan(150)
      await fuzz(
        'requests',
        fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 8 }), async (together) => {
          const logged = service.lines.length
          const faults = (await Promise.all(together.map(attempt))).filter(
            (fault) => fault !== null,
          )
          expect(faults).toEqual([])
          expect(service.lines.slice(logged)).toEqual([])
        }),
      )
      expect((await service.request('/healthz')).status).toBe(200)
    },
    fuzzTimeoutMs,
  )
})
