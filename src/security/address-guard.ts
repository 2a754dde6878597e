import ipaddr from 'ipaddr.js'
import { UpstreamError } from '../core/upstream-error.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

export type AddressGuard = {
  /** Throws `refused-address` unless this address may be connected to. */
  check(host: string, address: string): void
}

const globalUnicast: Range = ipaddr.parseCIDR('2000::/3')
const nat64: Range = ipaddr.parseCIDR('64:ff9b::/96')
const sixToFour: Range = ipaddr.parseCIDR('2002::/16')
const localRanges = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal'])
/** A public address that serves an Azure machine its secrets. */
const azureHost = '168.63.129.16'

/**
 * `allowPrivate`: all, none, or the listed hosts (`addon.lan`, `*.lan`; never at link-local or metadata addresses), addresses and CIDR ranges.
 * Throws on an entry that is none of these.
 */
export function createAddressGuard(allowPrivate: boolean | readonly string[]): AddressGuard {
  const entries = typeof allowPrivate === 'boolean' ? [] : allowPrivate.map(readEntry)
  const ranges = entries.flatMap((entry) => ('range' in entry ? [entry.range] : []))
  const isListedHost = (host: string) =>
    entries.some(
      (entry) =>
        'host' in entry &&
        (entry.host.startsWith('*.') ? host.endsWith(entry.host.slice(1)) : host === entry.host),
    )

  function isAllowed(host: string, text: string): boolean {
    if (allowPrivate === true) return true
    if (!ipaddr.isValid(text)) return false
    const address = withoutWrapping(ipaddr.parse(text))
    if (isPublic(address) || ranges.some((range) => isIn(address, range))) return true
    return isLocal(address) && isListedHost(host)
  }

  return {
    check(host, address) {
      if (isAllowed(host, address)) return
      throw new UpstreamError(
        'refused-address',
        `${host} is a private address; ALLOW_PRIVATE_URLS can allow it`,
      )
    },
  }
}

function readEntry(text: string): { host: string } | { range: Range } {
  const entry = text.trim().toLowerCase()
  const bare = entry.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValidCIDR(bare)) return { range: ipaddr.parseCIDR(bare) }
  if (ipaddr.isValid(bare)) {
    const address = withoutWrapping(ipaddr.parse(bare))
    return { range: [address, address.kind() === 'ipv4' ? 32 : 128] }
  }
  if (/^(\*\.)?[\p{L}\d_-]+(\.[\p{L}\d_-]+)*$/u.test(entry)) return { host: entry }
  throw new Error(
    `ALLOW_PRIVATE_URLS: "${text}" is neither a host nor a range, such as addon.lan or 192.168.0.0/16`,
  )
}

function isIn(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}

/** The IPv4 address inside a mapped, NAT64 or 6to4 address, or the address itself. */
function withoutWrapping(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address
  const bytes = address.toByteArray()
  if (address.isIPv4MappedAddress() || isIn(address, nat64)) {
    return new ipaddr.IPv4(bytes.slice(12))
  }
  return isIn(address, sixToFour) ? new ipaddr.IPv4(bytes.slice(2, 6)) : address
}

/** What a host's name may stand for: no cloud serves its secrets at these. */
function isLocal(address: Address): boolean {
  return localRanges.has(address.range())
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' ? address.toString() !== azureHost : isIn(address, globalUnicast)
}
