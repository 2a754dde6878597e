import fastify from 'fastify'
import { expect, it } from 'vitest'
import { sendList, sendMeta } from '../../../src/http/stremio/answer.ts'

const app = fastify()
const long = 'x'.repeat(500)
const videos = Array.from({ length: 4_000 }, (_, at) => ({ id: `${at} ${long}`, title: long }))
app.get('/meta', (_request, reply) => sendMeta(reply, { id: 'tt1', name: 'Film', videos }, null))
app.get('/list', (_request, reply) =>
  sendList(
    reply,
    'metas',
    [{ id: 'a' }, { id: 'b', text: 'x'.repeat(2_000_000) }, { id: 'c' }],
    null,
  ),
)

it('takes as many episodes as fit into an answer, however long their names are', async () => {
  const { body } = await app.inject('/meta')
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1_000_000)
  expect(JSON.parse(body).meta.videos.length).toBeGreaterThan(900)
})

it('leaves out what is too large, and no more', async () => {
  const { body } = await app.inject('/list')
  expect(JSON.parse(body).metas).toEqual([{ id: 'a' }, { id: 'c' }])
})
