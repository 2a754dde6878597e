// `npm run demo`: a server with two sources of its own and a configuration that uses them.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '../compose/service.ts'
import { readConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../core/logger.ts'
import { demoManifests, mountDemoSources } from './demo-source/source.ts'
import { describeStartFailure } from '../start-failure.ts'

/** Digits only, for typing with a remote control. */
const password = String(randomInt(10_000_000, 100_000_000))
const alias = 'demo'

function demoConfig(dataDir: string) {
  const config = readConfig({
    PORT: process.env['PORT'],
    HOST: process.env['HOST'],
    BASE_URL: process.env['BASE_URL'],
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    SERVER_NAME: 'Demonstration',
    DATA_DIR: dataDir,
    ANIME_REFRESH: 'off',
    // The demo sources are on this machine. The demo is open to the network, so saving a configuration, which could name
    // other addresses on this machine, needs the password.
    ALLOW_PRIVATE_URLS: '127.0.0.0/8',
    ADDON_PASSWORD: password,
  })
  return { ...config, aliases: new Map(config.aliases) }
}

async function start(config: Config) {
  const service = await createService(config, createLogger(config.log))
  mountDemoSources(service.app)
  await service.services.anime.useSample()
  try {
    return { service, ...(await service.listen()) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || process.env['PORT']) throw error
    await service.close()
    return start({ ...config, http: { ...config.http, port: 0 } })
  }
}

function addressesOf({ baseUrl }: Config['http'], here: string, network: readonly string[]) {
  return { here, others: baseUrl === null ? network : [baseUrl], base: baseUrl }
}

function guide({ here, others, base }: ReturnType<typeof addressesOf>, uuid: string): string {
  const [shared = here] = others
  const user = `-u '${alias}:${password}'`
  const query = `{ search(type: \\"movie\\", id: \\"tt0063350\\", format: true) { results { name size addon } statistics { title description } } }`
  const reach =
    others.length > 0
      ? `From a television, a phone or another computer in this network:\n${others.map((address) => `  ${address}`).join('\n')}`
      : 'Only this machine can reach it: no network address was found, or HOST excludes it.'
  return `
The demo is running at ${here}
${reach}

  user      ${alias} (or ${uuid})
  password  ${password} (also the addonPassword of configurations that you store here)

Set it up and look on in the browser: sign in as ${alias} at
  ${here}/configure

Watch it in a media-server app (any app for Jellyfin): add the server ${shared}
and sign in as ${alias} with the password above.

Install it in Stremio on this machine (from others, Stremio accepts https addresses only):
  ${base ?? here}/stremio/u/${alias}/manifest.json

Search a film over REST:
  curl ${user} '${here}/api/v1/search?type=movie&id=tt0063350&format=true'

The same over GraphQL:
  curl ${user} ${here}/graphql -H 'content-type: application/json' -d '{"query": "${query}"}'

Explore every operation in the browser:
  ${here}/graphql

Links in answers start with ${base ?? 'the address that you asked; set BASE_URL to change that'}.
Other films: tt0013442, tt0017925, tt0032599, tt0000417, tt0010323, tt0056923; a series: tt0052451:1:1
Press Ctrl+C to stop it; nothing is kept.
`
}

const dataDir = mkdtempSync(join(tmpdir(), 'service-demo-'))
let config: ReturnType<typeof demoConfig> | null = null
try {
  config = demoConfig(dataDir)
  const { service, url, port } = await start(config)
  const sources = Object.entries(demoManifests).map(([name, path]) => ({
    type: 'stremio',
    name: `Demo ${name}`,
    url: `http://127.0.0.1:${port}${path}`,
  }))
  const { uuid, encryptedPassword } = await service.services.configurations.create(
    { config: { name: 'Demonstration', addonPassword: password, sources }, password },
    { address: '127.0.0.1' },
  )
  config.aliases.set(alias, { uuid, secret: encryptedPassword })
  console.log(guide(addressesOf(config.http, url, service.services.networkUrls(port)), uuid))
  const stop = (): void => {
    void service.close().finally(() => {
      rmSync(dataDir, { recursive: true, force: true })
      process.exit(0)
    })
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
} catch (error) {
  rmSync(dataDir, { recursive: true, force: true })
  console.error(describeStartFailure(error, config) ?? error)
  process.exit(1)
}
