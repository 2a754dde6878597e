// `npm run demo`: a server with two small sources of its own and a configuration that uses them, for trying.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '../compose.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../core/logger.ts'
import { demoManifests, mountDemoSources } from '../http/stremio/demo-source.ts'

const password = 'try me out'

function demoConfig(dataDir: string): Config {
  return readConfig({
    PORT: process.env['PORT'],
    HOST: process.env['HOST'] ?? '127.0.0.1',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    DATA_DIR: dataDir,
    ANIME_REFRESH: 'off',
    // The demonstration sources live on this machine.
    ALLOW_PRIVATE_URLS: '127.0.0.0/8',
  })
}

async function start(config: Config) {
  const service = await createService(config, createLogger(config.log))
  mountDemoSources(service.app)
  service.services.anime.useSample()
  try {
    return { service, ...(await service.listen()) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || process.env['PORT']) throw error
    await service.close()
    return start({ ...config, http: { ...config.http, port: 0 } })
  }
}

function guide(url: string, uuid: string, token: string): string {
  const user = `-u '${uuid}:${password}'`
  const query = `{ search(type: \\"movie\\", id: \\"tt0063350\\", format: true) { results { name size addon } statistics { title description } } }`
  return `
The demonstration is running at ${url}

  UUID      ${uuid}
  password  ${password}
  addon     ${url}/stremio/${uuid}/${token}/manifest.json

Search a film over REST:
  curl ${user} '${url}/api/v1/search?type=movie&id=tt0063350&format=true'

The same over GraphQL:
  curl ${user} ${url}/graphql -H 'content-type: application/json' -d '{"query": "${query}"}'

Explore every operation in the browser:
  ${url}/graphql

Watch it with a media-server app (Jellyfin and its relatives): add the server ${url},
sign in as ${uuid} with the password above.

Other films: tt0013442, tt0017925, tt0032599, tt0000417, tt0010323, tt0056923; a series: tt0052451:1:1
Press Ctrl+C to end it; nothing is kept.
`
}

const dataDir = mkdtempSync(join(tmpdir(), 'service-demo-'))
try {
  const { service, url, port } = await start(demoConfig(dataDir))
  const sources = Object.values(demoManifests).map((path) => ({
    type: 'stremio',
    url: `http://127.0.0.1:${port}${path}`,
  }))
  const { uuid, encryptedPassword } = await service.services.users.create(
    { config: { name: 'Demonstration', sources }, password },
    { address: '127.0.0.1' },
  )
  console.log(guide(url, uuid, encryptedPassword))
  const stop = (): void => {
    void service.close().finally(() => {
      rmSync(dataDir, { recursive: true, force: true })
      process.exit(0)
    })
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
} catch (error) {
  rmSync(dataDir, { recursive: true, force: true })
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
