import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { mountPages } from '../../../src/http/pages/mount.ts'
import { startService } from '../../support/service.ts'

const { url, request } = await startService({}, afterAll)
const built = readFileSync(new URL('../../../dist/web/index.html', import.meta.url), 'utf8')
const script = /assets\/(first-[\w-]+\.js)/.exec(built)![1]!

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

  it.each([
    ['carry', "img-src 'self' data:;"],
    ['redirect', "img-src 'self' data: https: http:;"],
  ])('show pictures from where PICTURES=%s has them', async (mode, allowed) => {
    const service = await startService({ PICTURES: mode })
    const { headers } = await service.request('/configure/catalogs')
    expect(headers.get('content-security-policy')).toContain(allowed)
  })

  it('are at addresses that end in a slash or a name, also below a path of a proxy', async () => {
    const response = await fetch(`${url}/configure`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('configure/')
    expect(response.status).toBe(302)
    const page = await fetch(`${url}/configure/sources/?a=1`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('../sources?a=1')
  })

  it('name all scripts of a page, which come beside those of every page', async () => {
    const named = async (name: string) => {
      const { text } = await request(`/configure/${name}`)
      return Array.from(
        text.matchAll(/<link rel="modulepreload"[^>]* href="\.\/([^"]+)"/g),
        ([, file]) => file!,
      )
    }
    expect(await named('')).toEqual([])
    const files = await named('sources')
    expect(files.filter((file) => file.includes('sources-page-'))).toHaveLength(1)
    for (const file of files) {
      const script = await request(`/configure/${file}`)
      expect(script.status).toBe(200)
      const imported = Array.from(script.text.matchAll(/\bfrom\s*"\.\/([^"]+)"/g), ([, one]) => one)
      expect(imported.filter((one) => !built.includes(one!))).toEqual(
        imported.filter((one) => files.includes(`assets/${one}`)),
      )
    }
  })

  it('are no answer for other addresses', async () => {
    for (const path of ['/configure/nothing', '/configure/sources/more', '/configure/assets/no.js'])
      expect({ path, status: (await request(path)).status }).toEqual({ path, status: 404 })
  })

  it.each(['br', 'gz'])(
    'have no address of their own for scripts packed as .%s',
    async (ending) => {
      expect((await request(`/configure/assets/${script}.${ending}`)).status).toBe(404)
    },
  )

  it('have addresses as the others do for scripts, which can only be read', async () => {
    const file = `/configure/assets/${script}`
    const of = async (path: string, method = 'GET') => {
      const { status, headers } = await request(path, { method })
      return [status, headers.get('allow')]
    }
    expect(await of(`${file}/`)).toEqual([200, null])
    expect(await of(file, 'HEAD')).toEqual([200, null])
    expect(await of(file, 'POST')).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(await of(file, 'OPTIONS')).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(await of('/configure/assets/no.js', 'OPTIONS')).toEqual([404, null])
    expect(await of(file.replace('.', '-'))).toEqual([404, null])
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
  it('a page without its scripts is a page still', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'index.html'), '<head></head>')
    const app = fastify()
    mountPages(app, () => 'http://localhost', { folder, pictures: 'carry' })
    expect((await app.inject('/configure')).statusCode).toBe(302)
    expect((await app.inject('/configure/assets/first.js')).statusCode).toBe(404)
    await app.close()
  })

  it('the start page says how they are built', async () => {
    const app = fastify()
    mountPages(app, () => 'http://localhost', { folder: '/nowhere', pictures: 'carry' })
    const { body } = await app.inject('/')
    expect(body).toContain('npm run build')
    expect((await app.inject('/configure/')).statusCode).toBe(404)
    await app.close()
  })
})
