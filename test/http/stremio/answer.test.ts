import fastify from 'fastify'
import { expect, it } from 'vitest'
import { sendList, sendMeta, sendTitles } from '../../../src/http/stremio/answer.ts'

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

const links = ['Cast', 'Writers'].flatMap((category) =>
  Array.from({ length: 50 }, (_, at) => ({ category, name: `${at}`, url: 'stremio:///search' })),
)
app.get('/titles/:characters', (request, reply) => {
  const { characters } = request.params as { characters: string }
  const [description, trailers] = ['x'.repeat(Number(characters)), [{ source: long }]]
  const titles = Array.from({ length: 100 }, (_, at) => ({
    id: `${at}`,
    description,
    links,
    trailers,
  }))
  return sendTitles(reply, titles, null)
})

it.each([
  { characters: 1_000, shown: 1_000, people: 100, trailers: 1 },
  { characters: 8_000, shown: 8_000, people: 8, trailers: 1 },
  { characters: 9_200, shown: 9_200, people: 8, trailers: undefined },
  { characters: 20_000, shown: 200, people: 8, trailers: undefined },
])(
  'has all titles of a list with texts of $characters characters: people go first, then trailers, then texts',
  async ({ characters, shown, people, trailers }) => {
    const { body } = await app.inject(`/titles/${characters}`)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1_000_000)
    const { metas } = JSON.parse(body)
    expect(metas).toHaveLength(100)
    const [{ description, links: named, trailers: kept }] = metas
    expect([description.length, named.length, kept?.length]).toEqual([shown, people, trailers])
  },
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
