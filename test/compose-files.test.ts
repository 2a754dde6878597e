import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/config/config.ts'
import { settingRows } from '../src/config/settings.ts'

type ComposeFile = {
  services: Record<
    string,
    {
      ports?: string[]
      volumes?: string[]
      environment?: Record<string, string>
      depends_on?: object
    }
  >
}

const read = (name: string): ComposeFile =>
  parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

/** What compose puts in the place of `${NAME:-default}` and `${NAME:?message}`. */
function filled(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_all, name: string, kind: string, rest: string) => {
      if (env[name]) return env[name]
      if (kind === '-') return rest
      throw new Error(`${name} ${rest}`)
    },
  )
}

/** Settings of a .env file that is meant for a service without a container. */
const dotEnv = { PORT: '8080', HOST: '192.168.1.5', DATA_DIR: './elsewhere', LOG_LEVEL: 'debug' }
const secrets = { DB_PASSWORD: 'p', DB_ROOT_PASSWORD: 'r', SECRET_KEY: 'a'.repeat(64) }

describe.each(['compose.yaml', 'compose.mysql.yaml'])('%s', (name) => {
  const { services } = read(name)
  const { service } = services

  function configured(env: Readonly<Record<string, string>>) {
    const own = Object.entries(service!.environment!).map(([key, value]) => [
      key,
      filled(value, { ...secrets, ...env }),
    ])
    return readConfig({ ...env, ...Object.fromEntries(own) })
  }

  it('listens where its port is mapped to and keeps its data in the volume, whatever .env says of a service without one', () => {
    const { http, dataDir, log } = configured(dotEnv)
    expect(http).toMatchObject({ port: 3000, host: '0.0.0.0' })
    expect(service!.volumes).toEqual([`data:${dataDir}`])
    expect(log.level).toBe('debug')
  })

  it.each([
    [{}, '3000:3000'],
    [dotEnv, '3000:3000'],
    [{ ...dotEnv, PUBLISH: '127.0.0.1:8080' }, '127.0.0.1:8080:3000'],
  ])('publishes one port, where PUBLISH says: %j', (env, mapping) => {
    expect(service!.ports!.map((port) => filled(port, env))).toEqual([mapping])
    const others = Object.values(services).filter((other) => other !== service)
    expect(others.flatMap(({ ports = [] }) => ports)).toEqual([])
  })

  it('has no setting of its own that hides one of the service', () => {
    expect(Object.keys(settingRows)).not.toContain('PUBLISH')
  })
})

it('compose.yaml is the embedded default alone', () => {
  const { services } = read('compose.yaml')
  expect(Object.keys(services)).toEqual(['service'])
  const { storage, redisUrl } = readConfig(services['service']!.environment!)
  expect(storage).toEqual({ dialect: 'sqlite', file: '/data/service.db' })
  expect(redisUrl).toBeNull()
})

it('compose.mysql.yaml brings a database and a cache', () => {
  const { services } = read('compose.mysql.yaml')
  expect(Object.keys(services['service']!.depends_on!)).toEqual(['database', 'cache'])
  const own = Object.entries(services['service']!.environment!)
  const env = Object.fromEntries(own.map(([key, value]) => [key, filled(value, secrets)]))
  expect(readConfig(env)).toMatchObject({
    storage: { dialect: 'mysql', url: 'mysql://service:p@database:3306/service' },
    redisUrl: 'redis://cache:6379',
  })
})
