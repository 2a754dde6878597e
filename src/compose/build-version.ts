import type { BuildVersion } from '../http/media-server/transport/route.ts'

/** `number` is of the package, such as 1.4.0 or 1.5.0-beta.2. */
export function buildVersion(number: string, commit: string | null): BuildVersion {
  const [, channel = 'stable'] = /-([a-z]+)/i.exec(number) ?? []
  return { tag: `v${number}`, channel: channel.toLowerCase(), commit }
}
