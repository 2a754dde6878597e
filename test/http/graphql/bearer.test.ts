import { afterAll, expect, it } from 'vitest'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const service = await startService({}, afterAll)
const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
const { token } = await signInApp(service.url, owner)
const query = '{ sessions { user { name } } }'

it.each(['Bearer', 'bearer'])('%s takes an access token of the media server', async (scheme) => {
  const { data } = await service.graphql(query, {
    headers: { authorization: `${scheme} ${token}` },
  })
  expect(data).toEqual({ sessions: [{ user: { name: 'Olga' } }] })
})

it.each(['Bearer', 'Bearer nonsense', 'Bearer a b'])('%s is refused', async (authorization) => {
  const { errors } = await service.graphql(query, { headers: { authorization } })
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
})
