import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** Networks of virtual machines and containers, which no other device can reach. */
const insideOnly =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|podman|lxc|lxd|vEthernet)/i

/** IPv4 addresses under which the local network reaches this machine, home networks first. */
export function lanAddresses(interfaces: Interfaces): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !insideOnly.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => {
      // 169.254 addresses are self-assigned.
      return family === 'IPv4' && !internal && !address.startsWith('169.254.')
    })
    .map(({ address }) => address)
    .sort((a, b) => Number(isHome(b)) - Number(isHome(a)))
}

function isHome(address: string): boolean {
  return /^(192\.168\.|10\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)
}
