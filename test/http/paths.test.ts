import { afterAll, describe, expect, it } from 'vitest'
import { head, sendRaw } from '../support/raw-http.ts'
import { failure, startService, userDataHeader } from '../support/service.ts'

const { port, request, createUser } = await startService({}, afterAll)
const user = await createUser()

const cors = [
  '/api/v1/user',
  '/api/v1/search?type=movie&id=tt1',
  '/api/v1/openapi.json',
  '/api/v1/nothing',
  '/graphql?query={__typename}',
  '/rest/me',
  `/stremio/${user.uuid}/${user.token}/manifest.json`,
  '/stremio/u/unknown/manifest.json',
]

describe('pages of any other site may call', () => {
  it.each(cors)('%s, without credentials of the browser', async (path) => {
    const { headers } = await request(path, { headers: { origin: 'https://page.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  it('with every method, and with the headers they ask for', async () => {
    const { status, headers, body } = await sendRaw(
      port,
      head('OPTIONS /api/v1/user HTTP/1.1', {
        origin: 'https://page.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,if-match,x-service-user-data',
      }),
    )
    expect({ status, body }).toEqual({ status: 204, body: '' })
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type,if-match,x-service-user-data',
    })
    expect(headers['access-control-allow-methods']!.split(', ').toSorted()).toEqual(
      ['DELETE', 'GET', 'HEAD', 'POST', 'PUT'].toSorted(),
    )
  })

  it('and read what they need of the answer', async () => {
    const { headers } = await request('/api/v1/user', { auth: user })
    expect(headers.get('access-control-expose-headers')!.split(', ')).toEqual(
      expect.arrayContaining(['ETag', 'Retry-After', 'RateLimit-Remaining']),
    )
  })
})

describe('OPTIONS', () => {
  it.each(['/api/v1/user', '/graphql'])('of %s answers without a preflight, too', async (path) => {
    const { status } = await sendRaw(port, head(`OPTIONS ${path} HTTP/1.1`))
    expect(status).toBe(204)
  })
})

describe('the same path', () => {
  it.each(['/api/v1/user/', '/api/v1/user/?raw=1'])('%s may end in a slash', async (path) => {
    const { status } = await request(path, { auth: user })
    expect(status).toBe(200)
  })

  it('may be asked with a slash at its end by any method that it does not take', async () => {
    const answer = await request('/api/v1/user/', { method: 'PATCH' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('PUT')
  })

  it('may come as a whole address, as proxies send it', async () => {
    const { status } = await sendRaw(
      port,
      head('GET http://other.example/graphql?query={__typename} HTTP/1.1'),
    )
    expect(status).toBe(200)
  })

  it.each(['/api/v1/search', '/graphql', '/healthz'])(
    'takes a Host that is none: %s',
    async (path) => {
      const { status } = await sendRaw(
        port,
        head(`GET ${path}?query={__typename}&type=movie&id=tt1 HTTP/1.1`, {
          host: '"<>{}|\\^`%%',
          'x-service-user-data': userDataHeader({}),
        }),
      )
      expect(status).toBe(200)
    },
  )
})

describe('an unknown path', () => {
  it.each(['/nothing', '/api', '/api/v2/user', '/stremio', '/demo'])(
    '%s gets the envelope and the way to the description',
    async (path) => {
      const { status, body } = await request(path)
      expect(status).toBe(404)
      expect(body).toEqual(failure('NOT_FOUND', expect.stringContaining('/api/v1/openapi.json')))
    },
  )

  it('repeats nothing of the path', async () => {
    const { text } = await request('/<script>alert(1)</script>')
    expect(text).not.toContain('script')
  })
})

describe('the page at the root', () => {
  it('shows the way to everything else', async () => {
    const { status, headers, text } = await request('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, link]) => link!)
    expect(links).toEqual(expect.arrayContaining(['/graphql', '/docs']))
    for (const link of links) {
      const { status } = await request(link, { headers: { accept: 'text/html' } })
      expect({ link, status }).toEqual({ link, status: 200 })
    }
  })

  it('names nothing on other hosts', async () => {
    const { text } = await request('/')
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//)
  })
})
