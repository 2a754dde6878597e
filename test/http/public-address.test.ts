import { afterAll, describe, expect, it } from 'vitest'
import { head, sendRaw } from '../support/raw-http.ts'
import { startService } from '../support/service.ts'

const direct = await startService({}, afterAll)
const behind = await startService({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }, afterAll)

/** The address that the service announces to an app which asks with these headers. */
async function announced(
  { port }: { port: number },
  headers: Record<string, string>,
): Promise<string> {
  const { body } = await sendRaw(port, head('GET /System/Info/Public HTTP/1.1', headers))
  return JSON.parse(body).LocalAddress
}

describe('The public address', () => {
  it.each([
    ['a name', { host: 'media.example' }, 'http://media.example'],
    ['a name and a port', { host: 'media_server:8096' }, 'http://media_server:8096'],
    ['an IPv6 address', { host: '[fd00::1]:3000' }, 'http://[fd00::1]:3000'],
    [
      'headers that anybody may send',
      { host: 'media.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      'http://media.example',
    ],
  ])('is what the client asked: %s', async (_what, headers, expected) => {
    expect(await announced(direct, headers)).toBe(expected)
  })

  it.each([
    '"><script>',
    'a b',
    'media.example/path',
    'user@media.example',
    'media.example:99999',
    'media.example:',
    '1.2.3.4.5',
    '[::1',
    '',
    '%00',
    'a'.repeat(70_000) + '.example?',
  ])('is that of the socket where Host is none: %s', async (host) => {
    expect(await announced(direct, { host })).toBe(`http://127.0.0.1:${direct.port}`)
  })

  it.each([
    ['one value each', 'https', 'media.example', 'https://media.example'],
    ['any case', 'HTTPS', 'media.example:8443', 'https://media.example:8443'],
    ['a scheme that is none', 'javascript', 'media.example', 'http://media.example'],
    ['a scheme with more behind', 'https://x', 'media.example', 'http://media.example'],
    ['a host that is none', 'https', '"><script>', 'https://inner'],
    ['a host with a path', 'https', 'media.example/x', 'https://inner'],
    ['an empty list', ',', ',', 'http://inner'],
    [
      'lists, of which one proxy wrote the last value',
      'javascript, https',
      'evil.example, media.example',
      'https://media.example',
    ],
  ])(
    'is what a trusted proxy says, where it has the form: %s',
    async (_what, proto, host, expected) => {
      const headers = { host: 'inner', 'x-forwarded-proto': proto, 'x-forwarded-host': host }
      expect(await announced(behind, headers)).toBe(expected)
    },
  )

  it('is what the outermost trusted proxy wrote, where there are two', async () => {
    const headers = {
      host: 'inner',
      'x-forwarded-for': '203.0.113.7, 10.1.2.3',
      'x-forwarded-proto': 'javascript, https, http',
      'x-forwarded-host': 'evil.example, media.example, middle.example',
    }
    expect(await announced(behind, headers)).toBe('https://media.example')
    const short = { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'one.example' }
    expect(await announced(behind, short)).toBe('https://one.example')
  })

  it('is shown by the page at the root as text', async () => {
    const { body } = await sendRaw(
      behind.port,
      head('GET / HTTP/1.1', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'tv.example' }),
    )
    expect(body).toContain('curl -s https://tv.example/api/v1/user')
    const hostile = await sendRaw(behind.port, head('GET / HTTP/1.1', { host: '"><script>' }))
    expect(hostile.body).not.toContain('<script')
  })
})
