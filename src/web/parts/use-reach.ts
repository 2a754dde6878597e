import { useQuery } from '@tanstack/react-query'
import { serviceAddress } from '../data/address.ts'
import { useInstance } from '../data/configuration.ts'
import { request } from '../data/request.ts'
import { untilAnswered } from '../data/until-answered.ts'
import { NetworkUrlsDocument } from '../documents.ts'

export type Reach = {
  /** The public address of the service where its operator has set one, else the one at which this page is open. */
  readonly address: string
  /** Whether it means this machine alone. */
  readonly isLocal: boolean
  /** Addresses for other devices, where they cannot use `address`. */
  readonly network: readonly string[]
  /** What follows the address in a URL that the service has written. */
  readonly pathOf: (url: string) => string
}

const localHost = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/

function isLocalAddress(address: string): boolean {
  return localHost.test(new URL(address).hostname)
}

/** Undefined until the service has answered. */
export function useReach(): Reach | undefined {
  const publicUrl = useInstance()?.publicUrl
  const address = publicUrl ?? serviceAddress
  const isLocal = isLocalAddress(address)
  const network = useQuery({
    queryKey: ['network-urls'],
    queryFn: async () => (await request(NetworkUrlsDocument)).networkUrls,
    enabled: isLocalAddress(serviceAddress) && !publicUrl,
    staleTime: Infinity,
    refetchInterval: untilAnswered,
  })
  if (publicUrl === undefined || (network.isEnabled && network.isPending)) return undefined
  return {
    address,
    isLocal,
    network: network.data ?? [],
    // Without a public address the service does not know the path of a proxy.
    pathOf: (url) => (publicUrl === null ? new URL(url).pathname : url.slice(publicUrl.length)),
  }
}
