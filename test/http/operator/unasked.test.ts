import { expect, it } from 'vitest'
import { createOperatorClient, operatorPassword } from '../../support/browser-session.ts'
import { freePort } from '../../support/free-port.ts'
import { startService } from '../../support/service.ts'

it('The operator is told failures apart from the times that nothing was sent, as everybody is', async () => {
  const running = await startService({ ADMIN_PASSWORD: operatorPassword })
  const url = `http://127.0.0.1:${await freePort()}/manifest.json`
  const auth = await running.createUser({ sources: [{ type: 'stremio', id: 'gone', url }] })
  for (let time = 1; time < 8; time++) {
    await running.request(`/api/v1/search?type=movie&id=tt000000${time}`, { auth })
  }
  const health = await running.graphql(
    `query ($from: DateTime!) {
      sourceHealth(from: $from, bucket: ALL) { buckets { asked answered failed unasked } }
    }`,
    { auth, variables: { from: new Date(Date.now() - 60_000) } },
  )
  const figures = { answered: 0, failed: 5, unasked: 2 }
  expect(health.data.sourceHealth[0].buckets).toEqual([{ asked: 5, ...figures }])

  const operator = createOperatorClient(running)
  await operator.signIn(operatorPassword)
  const { data } = await operator.graphql(
    '{ operator { upstreams { area answered failed unasked failures { kind count } } } }',
  )
  expect(data.operator.upstreams).toEqual([
    {
      area: 'STREAMS',
      ...figures,
      failures: [
        { kind: 'CONNECT', count: 5 },
        { kind: 'PAUSED', count: 2 },
      ],
    },
  ])

  const { text } = await running.request('/metrics')
  const ofStreams = text.split('\n').filter((line) => /^upstream_\w+_total.*"streams"/.test(line))
  expect(ofStreams).toEqual([
    'upstream_answers_total{area="streams",outcome="connect"} 5',
    'upstream_unasked_total{area="streams",reason="paused"} 2',
    'upstream_results_total{area="streams"} 0',
  ])
  expect(text).toMatch(/^source_request_duration_seconds_count\{.*outcome="unasked"\} 2$/m)
  expect(text).toMatch(/^source_request_duration_seconds_count\{.*outcome="failed"\} 5$/m)
})
