import { describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { createMysql } from '../support/dialects.ts'
import { mariadbMissing, ownMariadbServer } from '../support/mariadb.ts'
import { failure, startService, userDataHeader } from '../support/service.ts'

const path = '/api/v1/user'

describe.skipIf(mariadbMissing)('a database that goes away', () => {
  it('is 503 until it comes back, without a restart', async () => {
    const database = await ownMariadbServer()
    const { settings } = await createMysql(database.server)
    const addon = await startAddon({ streams: [filmStream(1)] })
    const { request, graphql, createUser, lines } = await startService({
      DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
      SECRET_KEY: '1'.repeat(64),
    })
    const user = await createUser({ name: 'Home', sources: [addon.source] })
    const search = '/api/v1/search?type=movie&id=tt1'
    expect((await request('/readyz')).status).toBe(200)

    await database.stop('SIGTERM')
    const answers = [
      await request(path, { auth: user }),
      await request(path, { method: 'PUT', auth: user, json: { config: {} } }),
      await request(path, { method: 'POST', json: { config: {}, password: 'correct horse' } }),
      await request(search, { auth: user }),
      await request(`/stremio/${user.uuid}/${user.token}/manifest.json`),
    ]
    for (const { status, headers, body } of answers) {
      expect(status).toBe(503)
      expect(body).toEqual(
        failure('SERVICE_UNAVAILABLE', expect.stringContaining('The database cannot be reached')),
      )
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const streams = await request(`/stremio/${user.uuid}/${user.token}/stream/movie/tt1.json`)
    expect(streams.status).toBe(503)
    expect(Number(streams.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(streams.body).toMatchObject({
      streams: [{ description: expect.stringContaining('The database cannot be reached') }],
    })
    const { errors } = await graphql('{ me { uuid } }', { auth: user })
    expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }])

    const ready = await request('/readyz')
    expect(ready.status).toBe(503)
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(ready.body).toMatchObject({
      status: 'unavailable',
      problems: ['the database cannot be reached'],
    })
    expect((await request('/healthz')).status).toBe(200)
    // What needs no database goes on.
    const header = userDataHeader({ sources: [addon.source] })
    const unstored = await request(search, { headers: { 'x-service-user-data': header } })
    expect(unstored.body.data.results).toHaveLength(1)

    await database.start()
    const { status, body } = await request(path, { auth: user })
    expect(status).toBe(200)
    expect(body.data.userData).toMatchObject({ name: 'Home' })
    expect((await request('/readyz')).status).toBe(200)
    expect((await request(search, { auth: user })).body.data.results).toHaveLength(1)
    expect(lines.filter((line) => line.includes('unexpected failure'))).toEqual([])
  })
})
