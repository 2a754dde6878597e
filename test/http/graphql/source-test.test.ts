import { afterAll, describe, expect, it } from 'vitest'
import { startAddon } from '../../support/addon.ts'
import { startOffering } from '../../support/offering-addons.ts'
import { startService } from '../../support/service.ts'
import { json } from '../../support/upstream.ts'

const { graphql, createUser } = await startService({}, afterAll)

/** A source that takes its time for streams. */
const slow = await startAddon({
  streams: (request, response) => {
    const answer = json({ streams: [{ name: 'Late', infoHash: '1'.repeat(40) }] })
    setTimeout(() => answer(request, response), 10_500)
  },
  ends: afterAll,
})

async function test(variables: { url: string; timeout?: number; resources?: string[] }) {
  const { data, errors } = await graphql(
    `
      query ($url: String!, $timeout: Int, $resources: [String!]) {
        testSource(
          url: $url
          type: "movie"
          id: "tt1000001"
          timeout: $timeout
          resources: $resources
        ) {
          area
          catalog
          count
          samples {
            name
            description
          }
          problem
          failure
          tookMs
        }
      }
    `,
    { auth: await createUser(), variables },
  )
  expect(errors).toBeUndefined()
  return data.testSource
}

describe('testSource', () => {
  it.each([0, -1, 120_001])('refuses to wait %i milliseconds', async (timeout) => {
    const { errors } = await graphql(
      `query { testSource(url: "https://addon.example/manifest.json", type: "movie", id: "tt1", timeout: ${timeout}) { problem } }`,
      { auth: await createUser() },
    )
    expect(errors).toMatchObject([
      { message: expect.stringContaining('timeout'), extensions: { code: 'BAD_REQUEST' } },
    ])
  })

  it.each([
    {
      resource: 'catalog',
      answer: {
        area: 'CATALOGS',
        catalog: 'Top',
        count: 3,
        samples: [1, 2, 3].map((film) => ({ name: `Film ${film}`, description: `(200${film})` })),
      },
    },
    {
      resource: 'meta',
      answer: {
        area: 'METADATA',
        catalog: null,
        count: 1,
        samples: [{ name: 'Film 1', description: '(2001)' }],
      },
    },
    {
      resource: 'subtitles',
      answer: {
        area: 'SUBTITLES',
        catalog: null,
        count: 2,
        samples: [
          { name: 'eng', description: '' },
          { name: 'ger', description: '' },
        ],
      },
    },
  ] as const)('asks a source for what it offers: $resource alone', async ({ resource, answer }) => {
    const { url } = await startOffering(resource, afterAll)
    expect(await test({ url })).toEqual({
      ...answer,
      problem: null,
      failure: null,
      tookMs: expect.any(Number) as number,
    })
  })

  it('asks for what the configuration lets it be asked for', async () => {
    const { url } = await startOffering('catalog', afterAll)
    expect(await test({ url, resources: ['stream'] })).toMatchObject({
      area: null,
      count: 0,
      problem: null,
    })
    expect(await test({ url, resources: ['catalog'] })).toMatchObject({ area: 'CATALOGS' })
  })

  it('waits as long as the source may take, and no longer', async () => {
    const url = `${slow.url}/manifest.json`
    const [patient, hasty] = await Promise.all([
      test({ url, timeout: 30_000 }),
      test({ url, timeout: 300 }),
    ])
    expect(patient).toMatchObject({ area: 'STREAMS', count: 1, problem: null })
    expect(patient.tookMs).toBeGreaterThan(10_000)
    expect(hasty).toMatchObject({ area: 'STREAMS', count: 0, failure: 'TIMEOUT' })
    expect(hasty.problem).toMatch(/^127\.0\.0\.1:\d+ did not answer within 300 ms$/)
  }, 30_000)
})
