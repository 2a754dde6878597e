import { afterAll, expect, it } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService({ RATE_LIMIT_USER: '1000/1m' }, afterAll)

const household = (first: number) => ({
  owner: { pin: String(100_000 + first) },
  users: Array.from({ length: 50 }, (_, index) => ({
    name: `User ${index}`,
    pin: String(200_000 + first + index),
    password: `password ${first + index}`,
  })),
})

it('One address may set 240 new PINs and passwords of users a minute, and goes on with all else', async () => {
  const first = await service.createUser({ mediaServer: household(0) })
  await service.createUser({ mediaServer: household(1_000) })
  const config = { mediaServer: household(2_000) }
  const { body } = await service.request('/api/v1/user', {
    method: 'POST',
    json: { config, password: 'correct horse' },
  })
  expect(body.error?.code).toBe('RATE_LIMIT_EXCEEDED')
  const { data } = await service.graphql('{ me { uuid } }', { auth: first })
  expect(data.me.uuid).toBe(first.uuid)
  // What is kept is not hashed again.
  const kept = await service.request('/api/v1/user', { auth: first })
  const again = await service.request('/api/v1/user', {
    method: 'PUT',
    auth: first,
    json: { config: kept.body.data.userData },
  })
  expect(again.status).toBe(200)
  await service.createUser({})
})
