import { readFileSync } from 'node:fs'
import type { NetworkInterfaceInfo } from 'node:os'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lanAddresses } from '../../src/core/lan-addresses.ts'
import { createClient } from '../support/service.ts'
import { launchService } from '../support/service-process.ts'
import { signInApp } from '../support/media-client.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

async function startDemo(env: Record<string, string> = {}) {
  const child = launchService({ HOST: '', LOG_LEVEL: '', ...env }, undefined, ['demo'])
  await child.linesUntil((lines) => lines.some((line) => line.startsWith('Press Ctrl+C')))
  const text = child.lines.join('\n')
  const found = (pattern: RegExp): string => pattern.exec(text)![1]!
  return {
    text,
    here: found(/running at (\S+)/),
    password: found(/password {2}(\d{8})/),
    uuid: found(/\(or ([\da-f-]{36})\)/),
    shared: found(/add the server (\S+)$/m),
  }
}

/** What the README asks the demonstration for, and what it shows of the first result. */
function readmeExample() {
  const [, path, shown] = /^\$ curl .*'http:\/\/localhost:3000(\S+)'.*\n([\s\S]*?)^```$/m.exec(
    readme,
  )!
  // What is shortened has a `…` in it.
  const lines = shown!.split('\n').filter((line) => /^ {2}"/.test(line) && !line.includes('…'))
  const answer: unknown = JSON.parse(`{${lines.join('').replace(/,$/, '')}}`)
  return { path: path!, answer: answer as Record<string, unknown> }
}

const interfaceOf = (address: string, rest: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: 'IPv4', internal: false, ...rest }) as NetworkInterfaceInfo

describe('the demonstration', () => {
  it('prints an address that others of the network reach it by, where an app signs in as demo', async () => {
    const { here, shared, password, text } = await startDemo()
    const others = lanAddresses(networkInterfaces())
    expect(here).toMatch(/^http:\/\/localhost:\d+$/)
    const { port } = new URL(here)
    for (const address of others) expect(text).toContain(`http://${address}:${port}`)
    expect(shared).toBe(others.length > 0 ? `http://${others[0]}:${port}` : here)

    const { userId } = await signInApp(shared, { uuid: 'demo', password })
    expect(userId).toMatch(/^[\da-f]{32}$/)
    const client = createClient(shared)
    const auth = { uuid: 'demo', password }
    const { path, answer } = readmeExample()
    const { body } = await client.request(path, { auth })
    expect(body.data.results.length).toBeGreaterThan(1)
    expect(body.data.results[0]).toMatchObject(answer)
    const manifest = await client.request('/stremio/u/demo/manifest.json')
    expect(manifest.status).toBe(200)
    expect(text).toContain(`${here}/configure\n`)
    const pages = await createClient(here).request('/configure')
    expect(pages.status).toBe(200)
  })

  it('lets nobody in the network ask this machine by a configuration of their own', async () => {
    const { shared } = await startDemo()
    const { status } = await createClient(shared).request('/api/v1/user', {
      method: 'POST',
      json: { config: { sources: [] }, password: 'correct horse' },
    })
    expect(status).toBe(401)
  })

  it('prints the base address that it is told, and stays on this machine where HOST says so', async () => {
    const base = await startDemo({ BASE_URL: 'https://demo.example' })
    expect(base.shared).toBe('https://demo.example')
    expect(base.text).toContain('Links in answers start with https://demo.example.')
    const alone = await startDemo({ HOST: '127.0.0.1' })
    expect(alone.shared).toBe(alone.here)
    expect(alone.text).toContain('or HOST excludes it')
  })
})

describe('addresses for others in the network', () => {
  it('are those of real networks, of homes first, without what only this machine sees', () => {
    expect(
      lanAddresses({
        lo: [interfaceOf('127.0.0.1', { internal: true })],
        docker0: [interfaceOf('172.17.0.1')],
        'br-0123456789ab': [interfaceOf('172.18.0.1')],
        veth1: [interfaceOf('169.254.3.4')],
        tun0: [interfaceOf('100.64.0.9')],
        eth0: [interfaceOf('fe80::1', { family: 'IPv6' } as never), interfaceOf('192.168.1.20')],
        eth1: [interfaceOf('169.254.9.9')],
        gone: undefined,
      }),
    ).toEqual(['192.168.1.20', '100.64.0.9'])
  })
})
