import type { networkInterfaces } from 'node:os'
import { lanAddresses } from '../core/lan-addresses.ts'

type Options = {
  readonly host: string
  readonly baseUrl: string | null
  readonly interfaces: typeof networkInterfaces
}

export type NetworkUrls = ReturnType<typeof createNetworkUrls>

/** Where other devices of the local network reach the service at a port; nowhere if the operator has named one public address. */
export function createNetworkUrls({ host, baseUrl, interfaces }: Options) {
  const isOpen = baseUrl === null && ['0.0.0.0', '::'].includes(host)
  return (port: number | null): readonly string[] =>
    isOpen && port !== null
      ? lanAddresses(interfaces()).map((address) => `http://${address}:${port}`)
      : []
}
