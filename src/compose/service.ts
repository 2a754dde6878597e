import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Logger } from '../core/logger.ts'
import { argon2id } from '../security/passwords.ts'
import type { Hasher } from '../security/passwords.ts'
import { closeAll } from './close-all.ts'
import type { Closer } from './close-all.ts'
import { createHttp } from './http.ts'
import { openInfrastructure } from './infrastructure.ts'
import { createServices } from './services.ts'

/** Builds and connects all parts; nothing else does. Throws an Error that says why it cannot start. */
export async function createService(config: Config, log: Logger, hasher: Hasher = argon2id) {
  const closers: Closer[] = []
  try {
    const infrastructure = await openInfrastructure(config, log, (close) => closers.push(close))
    const services = createServices(config, infrastructure, hasher)
    const { app, paths } = await createHttp(config, infrastructure, services)
    return {
      app,
      paths,
      services,
      /** `url` is the local address, whatever name clients use. */
      async listen(): Promise<{ port: number; url: string }> {
        await services.anime.start()
        services.trackers.start()
        await app.listen({ port: config.http.port, host: config.http.host })
        infrastructure.folding.start().catch(() => {})
        const { port } = app.server.address() as AddressInfo
        const shown = ['0.0.0.0', '::'].includes(config.http.host) ? 'localhost' : config.http.host
        return { port, url: `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}` }
      },
      /** Waits at most ten seconds for running requests. */
      close: () => closeAll(closers),
    }
  } catch (error) {
    // Why it could not start matters more.
    await closeAll(closers).catch(() => {})
    throw error
  }
}
