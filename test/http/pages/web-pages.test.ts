import { readdirSync } from 'node:fs'
import { fastify } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { mountPages } from '../../../src/http/pages/mount.ts'
import { startService } from '../../support/service.ts'

const { url, request } = await startService({}, afterAll)
const assets = readdirSync(new URL('../../../dist/web/assets/', import.meta.url))
const script = assets.find((name) => /^index-.*\.js$/.test(name))!

describe('the built pages', () => {
  it('run their own scripts alone, and styles by a nonce that is new each time', async () => {
    const answers = [await request('/configure/'), await request('/configure/sources')]
    const nonces = answers.map(({ headers, text }) => {
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      const [, nonce] = /'nonce-([^']+)'/.exec(policy)!
      expect(text).toContain(`content="${nonce}"`)
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
    expect(answers[0]!.headers.get('cache-control')).toBe('no-cache')
  })

  it('are at addresses that end in a slash or a name, also below a path of a proxy', async () => {
    const response = await fetch(`${url}/configure`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('configure/')
    expect(response.status).toBe(302)
  })

  it('are no answer for other addresses', async () => {
    for (const path of ['/configure/nothing', '/configure/sources/more', '/configure/assets/no.js'])
      expect({ path, status: (await request(path)).status }).toEqual({ path, status: 404 })
  })

  it.each(['br', 'gzip'])('send scripts as %s, to be kept for ever', async (encoding) => {
    const { status, headers } = await request(`/configure/assets/${script}`, {
      headers: { 'accept-encoding': encoding },
    })
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toContain('javascript')
  })
})

describe('without built pages', () => {
  it('the start page says how they are built', async () => {
    const app = fastify()
    mountPages(app, () => 'http://localhost', '/nowhere')
    const { body } = await app.inject('/')
    expect(body).toContain('npm run build')
    expect((await app.inject('/configure/')).statusCode).toBe(404)
    await app.close()
  })
})
