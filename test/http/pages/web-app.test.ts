import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createPageClient } from '../../support/browser-session.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'

const outside = mkdtempSync(join(tmpdir(), 'web-app-'))
const folder = join(outside, 'client')
mkdirSync(join(folder, 'chunks'), { recursive: true })
writeFileSync(join(outside, 'secret.txt'), 'secret')
writeFileSync(join(folder, '.hidden'), 'secret')
writeFileSync(join(folder, 'index.html'), '<p>client</p>')
writeFileSync(join(folder, 'config.json'), '{}')
writeFileSync(join(folder, 'chunks', 'main.0123456789abcdef0123.chunk.js'), 'run()')
writeFileSync(join(folder, 'user-settings.js'), 'run()')
writeFileSync(join(folder, 'main-B4x_9kQ2.js'), 'run()')
symlinkSync(join(outside, 'secret.txt'), join(folder, 'linked.txt'))
afterAll(() => rmSync(outside, { recursive: true, force: true }))

const { url, port, request, createUser, graphql } = await startService(
  { WEB_APP_DIR: folder },
  afterAll,
)

describe('The folder of WEB_APP_DIR', () => {
  it('is served at /web/, which a browser asks about each time', async () => {
    const { status, headers, text } = await request('/web/')
    expect({ status, text }).toEqual({ status: 200, text: '<p>client</p>' })
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-type')).toContain('text/html')
    const known = `if-none-match: ${headers.get('etag')}`
    const again = await sendRaw(
      port,
      `GET /web/ HTTP/1.1\r\nhost: x\r\n${known}\r\nconnection: close\r\n\r\n`,
    )
    expect(again.status).toBe(304)
    const bare = await fetch(`${url}/web`, { redirect: 'manual' })
    expect(bare.headers.get('location')).toBe('web/')
  })

  it('keeps for ever what has a hash in its name, and nothing else', async () => {
    const chunk = await request('/web/chunks/main.0123456789abcdef0123.chunk.js')
    expect(chunk.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const vite = await request('/web/main-B4x_9kQ2.js')
    expect(vite.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    for (const name of ['config.json', 'user-settings.js']) {
      const { headers } = await request(`/web/${name}`)
      expect(headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('has a policy of its own, which no other page gets', async () => {
    const policy = (await request('/web/')).headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("frame-ancestors 'none'")
    const pages = (await request('/configure/')).headers.get('content-security-policy')
    expect(pages).not.toContain('wasm')
  })

  it.each([
    '/web/../secret.txt',
    '/web/%2e%2e/secret.txt',
    '/web/..%2fsecret.txt',
    '/web/%2e%2e%2fsecret.txt',
    '/web/..%5csecret.txt',
    '/web/chunks/../../secret.txt',
    '/web/%00',
    '/web/.hidden',
    '/web/linked.txt',
    '/web/chunks',
    '/web/chunks/',
    '/web/nothing.js',
  ])('answers nothing at %s', async (path) => {
    const { status, body } = await sendRaw(
      port,
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    expect([400, 403, 404]).toContain(status)
    expect(body).not.toBe('secret')
  })

  it('leaves the list of pages that clients ask for to the media server', async () => {
    const { status, body } = await request('/web/ConfigurationPages?enableInMainMenu=true')
    expect({ status, body }).toEqual({ status: 200, body: [] })
  })

  it('takes no other method than GET', async () => {
    expect(await request('/web/', { method: 'POST' })).toMatchObject({ status: 405 })
  })

  it('is announced with where it is', async () => {
    const { data } = await graphql('{ instance { webApp { url served } } }')
    expect(data.instance.webApp).toEqual({ url: `${url}/web/`, served: true })
  })
})

describe('signInApp', () => {
  const device = '{ id: "d1", name: "Firefox", client: "Web", version: "1" }'
  const sign = (input: string) =>
    `mutation { signInApp(device: ${input}) { accessToken serverId user { name } } }`

  it('answers a token of the caller that needs no password, once per device', async () => {
    const auth = await createUser({ mediaServer: { owner: { name: 'Olga' } } })
    const first = (await graphql(sign(device), { auth })).data.signInApp
    const second = (await graphql(sign(device), { auth })).data.signInApp
    const { body } = await request('/System/Info/Public')
    expect(second).toMatchObject({
      serverId: (body as unknown as { Id: string }).Id,
      user: { name: 'Olga' },
    })
    const status = async (token: string) =>
      (await request('/Users/Me', { headers: { 'x-emby-token': token } })).status
    expect([await status(first.accessToken), await status(second.accessToken)]).toEqual([401, 200])
  })

  it.each([
    '{ id: "", name: "a", client: "b", version: "1" }',
    `{ id: "d", name: "${'x'.repeat(300)}", client: "b", version: "1" }`,
  ])('refuses a device that lists could not show', async (input) => {
    const { errors } = await graphql(sign(input), { auth: await createUser() })
    expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
  })

  it('gives nothing to a device that the same operation signed out before', async () => {
    const auth = await createUser()
    const { accessToken } = (await graphql(sign(device), { auth })).data.signInApp
    const headers = { 'x-emby-token': accessToken as string }
    const other = device.replace('d1', 'd2')
    const { data, errors } = await graphql(
      `mutation { signOut signInApp(device: ${other}) { accessToken } }`,
      { headers },
    )
    expect(data).toBeNull()
    expect(errors?.[0]).toMatchObject({
      path: ['signInApp'],
      extensions: { code: 'UNAUTHORIZED' },
    })
    const left = await graphql('{ devices { lastSeenAt } }', { auth })
    expect(left.data.devices).toEqual([])
  })

  it('gives nothing to a browser that the same operation signed out before', async () => {
    const auth = await createUser()
    const page = createPageClient({ request })
    await page.signIn({ id: auth.uuid, password: auth.password })
    const found = await page.graphql('{ browserSessions { id } }')
    const [{ id }] = found.data.browserSessions
    const answer = await page.graphql(
      `mutation {
        signInApp(device: ${device}) { user { name } }
        revokeBrowserSession(id: "${id}")
        again: signInApp(device: ${device}) { accessToken }
      }`,
    )
    expect(answer).toEqual({ data: null, code: 'UNAUTHORIZED' })
  })

  it('is closed to keys of programs and to nobody', async () => {
    const auth = await createUser()
    const { data } = await graphql('mutation { createApiKey(name: "Program") { key } }', { auth })
    const headers = { 'x-emby-token': data.createApiKey.key as string }
    const codes = [await graphql(sign(device), { headers }), await graphql(sign(device))].map(
      ({ errors }) => errors?.[0]?.extensions?.code,
    )
    expect(codes).toEqual(['FORBIDDEN', 'UNAUTHORIZED'])
  })
})

describe('A setting that cannot work', () => {
  it('stops the start with one line', async () => {
    await expect(startService({ WEB_APP_DIR: outside })).rejects.toThrow(/^WEB_APP_DIR names/)
    await expect(
      startService({ WEB_APP_DIR: folder, WEB_APP_URL: 'https://client.example' }),
    ).rejects.toThrow('WEB_APP_URL')
  })
})
