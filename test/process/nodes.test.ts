import { describe, expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { filmStream, startAddon } from '../support/addon.ts'
import { createMysql, mysql } from '../support/dialects.ts'
import { ownRedisServer, redisMissing } from '../support/redis.ts'
import { startService, unknownUuid } from '../support/service.ts'

const path = '/api/v1/user'

async function startNodes(env: Record<string, string> = {}) {
  const { settings, dispose } = await createMysql()
  onTestFinished(dispose)
  const redis = await ownRedisServer()
  const shared = {
    DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
    REDIS_URL: redis.url,
    SECRET_KEY: 'f'.repeat(64),
    ...env,
  }
  // At once, so that they meet on the empty database.
  const [one, other] = await Promise.all([startService(shared), startService(shared)])
  const storedAnswers = async () => {
    const db = openDatabase(settings)
    const keys = await db('stored_answers').pluck('key')
    await closeDatabase(db)
    return keys.length
  }
  return { one, other, redis, storedAnswers }
}

describe.skipIf(mysql.skip || redisMissing)('two nodes on one MariaDB and one Redis', () => {
  it('know the same users, by password and by token', async () => {
    const { one, other } = await startNodes()
    const user = await one.createUser({ name: 'Home' })
    for (const password of [user.password, user.token]) {
      const { body } = await other.request(path, { auth: { uuid: user.uuid, password } })
      expect(body.data.userData).toEqual({ name: 'Home' })
    }
  })

  it('see each other’s changes at once', async () => {
    const { one, other } = await startNodes()
    const user = await one.createUser({ name: 'old' })
    const read = async () => (await other.request(path, { auth: user })).body
    expect((await read()).data.userData).toEqual({ name: 'old' })
    await one.request(path, { method: 'PUT', auth: user, json: { config: { name: 'new' } } })
    expect((await read()).data.userData).toEqual({ name: 'new' })
    await one.graphql('mutation { changePassword(password: "another horse") { uuid } }', {
      auth: user,
    })
    expect((await read()).error!.code).toBe('UNAUTHORIZED')
    const auth = { ...user, password: 'another horse' }
    await one.request(path, { method: 'DELETE', auth })
    expect((await other.request(path, { auth })).status).toBe(401)
  })

  it('let one of two changes through that expect the same ETag', async () => {
    const { one, other } = await startNodes()
    const user = await one.createUser()
    const etag = (await one.request(path, { auth: user })).headers.get('etag')!
    const answers = await Promise.all(
      [one, other].map((node, index) =>
        node.request(path, {
          method: 'PUT',
          auth: user,
          headers: { 'if-match': etag },
          json: { config: { name: `node ${index}` } },
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]))
  })

  it('count a client together', async () => {
    const { one, other } = await startNodes({ RATE_LIMIT_USER: '3/1m', RATE_LIMIT_SIGN_IN: '2/1m' })
    const ask = async (node: typeof one) =>
      (await node.request(`${path}?uuid=${unknownUuid}`, { method: 'HEAD' })).status
    expect([await ask(one), await ask(other), await ask(one), await ask(other)]).toEqual([
      404, 404, 404, 429,
    ])
  })

  it('count failed sign-ins together', async () => {
    const { one, other } = await startNodes({ RATE_LIMIT_SIGN_IN: '2/1m' })
    const user = await one.createUser()
    const guess = async (node: typeof one, password: string) =>
      (await node.request(path, { auth: { uuid: user.uuid, password } })).status
    expect([
      await guess(one, 'wrong 1'),
      await guess(other, 'wrong 2'),
      await guess(one, user.password),
      await guess(other, user.password),
    ]).toEqual([401, 401, 429, 429])
  })

  it('share what sources answered', async () => {
    const addon = await startAddon({
      streams: (_request, response) => {
        response.writeHead(200, { 'cache-control': 'max-age=60' })
        response.end(JSON.stringify({ streams: [filmStream(1)] }))
      },
    })
    const { one, other, storedAnswers } = await startNodes()
    const user = await one.createUser({ sources: [addon.source] })
    for (const node of [one, other]) {
      const { body } = await node.request('/api/v1/search?type=movie&id=tt1', { auth: user })
      expect(body.data.results).toHaveLength(1)
      // The manifest is stored a little after the answer.
      await expect.poll(storedAnswers).toBeGreaterThan(0)
    }
    expect(addon.paths.toSorted()).toEqual(['/manifest.json', '/stream/movie/tt1.json'])
  })

  it('go on without Redis, each counting for itself', async () => {
    const { one, redis } = await startNodes({ RATE_LIMIT_USER: '1/1m' })
    await redis.stop()
    const ask = async () => (await one.request(`${path}?uuid=x`, { method: 'HEAD' })).status
    expect([await ask(), await ask()]).toEqual([404, 429])
    expect((await one.request('/readyz')).status).toBe(200)
  })
})
