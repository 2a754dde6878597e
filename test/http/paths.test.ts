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

describe('OPTIONS without a preflight', () => {
  it.each([
    ['/api/v1/user', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
    ['/api/v1/search?type=movie', 'GET, HEAD, OPTIONS'],
    ['/api/v1/search/', 'GET, HEAD, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
    ['/rest/me', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
    ['/stremio/x/y/manifest.json', 'GET, HEAD, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/sessions/PLAYING', 'POST, OPTIONS'],
    ['/media/u/home/Users/Me', 'GET, HEAD, OPTIONS'],
    ['/emby/Users/Me', 'GET, HEAD, OPTIONS'],
    ['http://other.example/healthz', 'GET, HEAD, OPTIONS'],
    ['*', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
  ])('says what a path takes: %s', async (path, allow) => {
    const { status, headers, body } = await sendRaw(port, head(`OPTIONS ${path} HTTP/1.1`))
    expect({ status, body, allow: headers['allow'] }).toEqual({ status: 204, body: '', allow })
  })

  it.each(['/api/v1/nothing', '/api/v1/user/x', '/nothing', '/media/nothing', '/docs/files/x'])(
    'finds no path that there is not: %s',
    async (path) => {
      const { status, body } = await sendRaw(port, head(`OPTIONS ${path} HTTP/1.1`))
      expect(status).toBe(404)
      expect(JSON.parse(body)).toEqual(failure('NOT_FOUND'))
    },
  )

  it('is told apart from a preflight, which any path answers', async () => {
    const origin = { origin: 'https://page.example' }
    const answers = await Promise.all(
      [origin, { ...origin, 'access-control-request-method': 'GET' }].map((headers) =>
        sendRaw(port, head('OPTIONS /nothing HTTP/1.1', headers)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 204])
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

  it.each(['/nothing', '/stremio', '/docs/files/x', '/Users/x/y', '/media', '/favicon.png'])(
    '%s shows a person what there is',
    async (path) => {
      const { status, headers, text } = await request(path, { headers: { accept: 'text/html' } })
      expect(status).toBe(404)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link)
      expect(links).toEqual(expect.arrayContaining(['/', '/docs', '/graphql']))
    },
  )

  it.each(['/nothing', '/media/nothing', '/graphql?query={__typename}'])(
    '%s tells caches that Accept chose between a page and data',
    async (path) => {
      for (const accept of ['text/html', 'application/json']) {
        const { headers } = await request(path, { headers: { accept } })
        expect(headers.get('vary')).toMatch(/\bAccept\b/i)
      }
    },
  )

  it.each(['/api/v1/nothing', '/api'])('%s gets the envelope, whoever asks', async (path) => {
    const { status, body } = await request(path, { headers: { accept: 'text/html' } })
    expect({ status, body }).toEqual({ status: 404, body: failure('NOT_FOUND') })
  })

  it.each(['/media/Items/x/y/z', '/media/u/home/nothing', '/MEDIA'])(
    '%s, of a media server, is answered as the standard answers',
    async (path) => {
      const { status, headers, text } = await request(path)
      expect(status).toBe(404)
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(JSON.parse(text)).toMatchObject({ title: 'NOT_FOUND', status: 404 })
    },
  )

  it('is not known by another method either', async () => {
    for (const [path, allow] of [
      ['/healthz', 'GET, HEAD, OPTIONS'],
      // PUT and DELETE begin and end the operations of one event stream.
      ['/graphql', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
      ['/docs', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, headers } = await request(path, { method: 'PATCH' })
      expect({ path, status, allow: headers.get('allow') }).toEqual({ path, status: 405, allow })
    }
  })

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

  it('gives commands that work where it was opened', async () => {
    const { text } = await request('/')
    const commands = text.replaceAll('&amp;', '&')
    const [, address, body] = /curl -s (http\S+) .*?-d '(.*?)'/s.exec(commands)!
    const created = await request(address!, { method: 'POST', json: JSON.parse(body!) })
    expect(created.status).toBe(201)
    const { uuid } = created.body.data
    const [, search] = /curl -s -u .*?'(http.*?)'/s.exec(commands)!
    const auth = { uuid, password: JSON.parse(body!).password }
    expect((await request(search!, { auth })).status).toBe(200)
  })

  it('lies where a proxy puts it', async () => {
    const { request } = await startService({ BASE_URL: 'https://tv.example/streams/' })
    const { text } = await request('/')
    expect(text).toContain('href="/streams/docs"')
    expect(text).toContain('curl -s https://tv.example/streams/api/v1/user')
  })
})

describe('the icon', () => {
  it('is one that browsers read', async () => {
    const { status, headers, text } = await request('/favicon.ico')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/x-icon')
    expect(text.slice(0, 4)).toBe('\0\0\x01\0')
  })
})
