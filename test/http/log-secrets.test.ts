import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../support/addon.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { failure, startService, unknownUuid, userDataHeader } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { redirectTo, silent, startUpstream, status } from '../support/upstream.ts'

const secret = {
  password: 'pw-4e1f-of-the-owner',
  newPassword: 'pw-9a2b-of-tomorrow',
  wrongPassword: 'pw-77c0-of-a-guess',
  parentPassword: 'pw-13d8-of-the-parent',
  shortPassword: 'pw-5f2',
  addonPassword: 'addon-6c3e-friends',
  wrongAddonPassword: 'addon-0b1d-strangers',
  metricsToken: 'metrics-5d7f-token',
  wrongMetricsToken: 'metrics-8e2a-guess',
  pin: '739182645091',
  profilePassword: 'profile-2d9c-of-a-child',
  pathKey: 'key-3b8e-in-a-path',
  queryKey: 'key-51fa-in-a-query',
  userInfo: 'key-c9d4-in-an-address',
  redirectKey: 'key-e07b-in-a-redirect',
  streamKey: 'key-84aa-in-a-stream',
  streamHeader: 'header-19be-of-a-stream',
  trackerToken: 'tracker-f36c-token',
  secretKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90',
}

/** Everything that a caller can do with secrets, right and wrong; answers what must not be in the log. */
async function useEverySecret({ port, request, graphql }: RunningService): Promise<string[]> {
  const { addonPassword, password } = secret
  const film = {
    ...filmStream(1),
    url: `https://cdn.example/${secret.streamKey}/film.mkv`,
    behaviorHints: { proxyHeaders: { request: { cookie: secret.streamHeader } } },
  }
  const address = ({ url }: { url: string }): string =>
    `${url.replace('//', `//user:${secret.userInfo}@`)}/${secret.pathKey}/manifest.json?key=${secret.queryKey}`
  const upstreams = await Promise.all([
    startAddon({ streams: [film] }),
    startAddon({ streams: silent }),
    startAddon({ streams: status(500) }),
    startAddon({ streams: redirectTo(`http://127.0.0.2:9/${secret.redirectKey}`) }),
    startUpstream(status(403)),
    startUpstream((_request, response) => response.destroy()),
  ])
  const config = {
    addonPassword,
    sources: upstreams.map((upstream, index) => sourceAt(address(upstream), `Source ${index}`)),
    mediaServer: {
      enabled: true,
      owner: { name: 'Owner', pin: secret.pin },
      users: [{ name: 'Child', password: secret.profilePassword }],
    },
    trackers: [{ type: 'trakt', accessToken: secret.trackerToken }],
  }
  const header = userDataHeader(config)
  const save = (json: unknown) => request('/api/v1/user', { method: 'POST', json })

  const parent = await save({ config: { addonPassword }, password: secret.parentPassword })
  const parentConfig = { uuid: parent.body.data.uuid, password: secret.parentPassword }
  const created = await save({ config: { ...config, parentConfig }, password })
  const { uuid, encryptedPassword: token } = created.body.data
  const auth = { uuid, password }
  const search = '/api/v1/search?type=movie&id=tt1'

  await request('/api/v1/user', { auth })
  await request('/api/v1/user', { method: 'PUT', auth, json: { config } })
  await request(`${search}&format=stremio`, { auth: { uuid, password: token } })
  await request(search, { headers: { 'x-service-user-data': header } })
  await request(`/stremio/${uuid}/${token}/stream/movie/tt1.json`)
  await request(`/stremio/${uuid}/${token}/manifest.json`)
  await request('/metrics', { headers: { authorization: `Bearer ${secret.metricsToken}` } })
  await request('/metrics', { headers: { authorization: `Bearer ${secret.wrongMetricsToken}` } })

  const guess = { uuid, password: secret.wrongPassword }
  await request('/api/v1/user', { auth: guess })
  await request(search, { auth: guess })
  await request(`/stremio/${uuid}/${secret.wrongPassword}/manifest.json`)
  await save({ config: { addonPassword: secret.wrongAddonPassword }, password })
  await save({ config, password: secret.shortPassword })
  await save({ config: { ...config, sources: [{ url: secret.pathKey }] }, password })
  await save({
    config: { addonPassword, parentConfig: { ...parentConfig, uuid: unknownUuid } },
    password,
  })
  await request('/api/v1/user', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${password}",`,
  })
  await sendRaw(port, head('GET /api/v1/user HTTP/1.1', { authorization: `Basic ${password}` }))
  await sendRaw(port, `GET /${secret.pathKey}\x01 HTTP/1.1\r\n\r\n`)

  const variables = { config, password, next: secret.newPassword }
  const operations = [
    'mutation ($config: UserData!, $password: String!) { createUser(config: $config, password: $password) { encryptedPassword } }',
    'mutation ($password: String!) { createUser(config: 5, password: $password) { uuid } }',
    'query ($password: Int!) { userExists(uuid: $password) }',
    '{ me { userData encryptedPassword } }',
    `{ userExists(uuid: "${secret.pathKey}") `,
    'mutation ($next: String!) { changePassword(password: $next) { encryptedPassword } }',
  ]
  const issued: string[] = []
  for (const query of operations) {
    const { data } = await graphql(query, { auth, variables })
    issued.push(...(JSON.stringify(data ?? null).match(/(?<="encryptedPassword":")[^"]+/g) ?? []))
  }
  await request(`/graphql?query={userExists(uuid:"${secret.queryKey}")}`)
  await request(`/rest/user?uuid=${secret.queryKey}`)

  expect(issued).toHaveLength(3)
  return [token, ...issued, header, Buffer.from(`${uuid}:${password}`).toString('base64')]
}

const settings = {
  ADDON_PASSWORD: secret.addonPassword,
  METRICS_TOKEN: secret.metricsToken,
  SECRET_KEY: secret.secretKey,
  SOURCE_TIMEOUT: '300ms',
  ALLOW_PRIVATE_URLS: '127.0.0.1',
  LOG_LEVEL: 'trace',
}

function leaked(lines: readonly string[], more: readonly string[]): string[] {
  const log = lines.join('')
  return [...Object.values(secret), ...more].filter((text) => log.includes(text))
}

describe('the log at its most talkative', () => {
  it('holds none of the secrets of what callers do, right or wrong', async () => {
    const service = await startService(settings)
    const more = await useEverySecret(service)
    expect(service.lines.length).toBeGreaterThan(20)
    expect(leaked(service.lines, more)).toEqual([])
  })

  it('holds none of them when the service itself fails', async () => {
    const service = await startService(settings)
    const { request, graphql, dataDir, lines } = service
    const user = await request('/api/v1/user', {
      method: 'POST',
      json: { config: { addonPassword: secret.addonPassword }, password: secret.password },
    })
    const { uuid, encryptedPassword } = user.body.data
    const auth = { uuid, password: secret.password }
    const file = new Database(join(dataDir, 'service.db'))
    file.exec('drop table configurations')
    file.close()

    const config = {
      addonPassword: secret.addonPassword,
      sources: [sourceAt(`https://a.example/${secret.pathKey}/manifest.json`)],
    }
    const answers = [
      await request('/api/v1/user', { auth }),
      await request('/api/v1/user', { method: 'PUT', auth, json: { config } }),
      await request('/api/v1/user', {
        method: 'POST',
        json: { config, password: secret.newPassword },
      }),
      await request('/api/v1/search?type=movie&id=tt1', { auth }),
      await request(`/stremio/${uuid}/${encryptedPassword}/manifest.json`),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(500)
      expect(body).toEqual(failure('INTERNAL_SERVER_ERROR'))
      const [id] = /[0-9a-f]{12}/.exec(body.error!.message)!
      expect(
        lines.filter((line) => line.includes(id) && line.includes('no such table')),
      ).toHaveLength(1)
    }
    const { errors } = await graphql('{ me { uuid } }', { auth })
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
    expect(errors![0]!.message).not.toContain('table')
    expect(leaked(lines, [encryptedPassword])).toEqual([])
    expect(lines.join('')).not.toContain('argon2id')
  })
})

describe('a line of the log', () => {
  it('names a request by its id, route, method, status and time, not by its address', async () => {
    const { request, lines } = await startService()
    await request('/api/v1/user?uuid=someone', { method: 'HEAD' })
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: 'request',
        requestId: expect.stringMatching(/^[0-9a-f]{12}$/),
        route: '/api/v1/user',
        method: 'HEAD',
        status: 404,
        ms: expect.any(Number),
      }),
    )
    expect(lines.join('')).not.toContain('someone')
  })

  it('says 499 of a client that left', async () => {
    const addon = await startAddon({ streams: silent })
    const { request, lines } = await startService()
    const leaving = AbortSignal.timeout(200)
    await request('/api/v1/search?type=movie&id=tt1', {
      headers: { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) },
      signal: leaving,
    }).catch(() => {})
    await expect.poll(() => lines.filter((line) => line.includes('"status":499'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})
