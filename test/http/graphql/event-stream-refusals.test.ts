import { expect, it } from 'vitest'
import { startService } from '../../support/service.ts'

it('A request for events that is refused before it runs has an answer in JSON, as any other', async () => {
  const service = await startService()
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ config: {}, query: '{ me { uuid } }' }),
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
})
