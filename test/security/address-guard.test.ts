import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import { createAddressGuard } from '../../src/security/address-guard.ts'

function isAllowed(allow: boolean | string[], host: string, address = host): boolean {
  try {
    createAddressGuard(allow).check(host, address)
    return true
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'refused-address') return false
    throw error
  }
}

describe('the address guard', () => {
  it.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['this host', '0.0.0.0', '0.1.2.3', '::'],
    [
      'private networks',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      'fd00::1',
      'fc00::1',
    ],
    ['link-local', '169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
    [
      'cloud metadata',
      '169.254.169.254',
      '100.100.100.200',
      'fd00:ec2::254',
      '168.63.129.16',
      '192.0.0.192',
    ],
    [
      'reserved and documentation',
      '240.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.1',
      '2001:db8::1',
      '3fff::1',
    ],
    ['IPv4-mapped private', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1'],
    ['IPv4-compatible', '::127.0.0.1', '::808:808'],
    ['NAT64 of private', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
    ['6to4 of private', '2002:7f00:1::', '2002:c0a8:101::1'],
    ['tunnels and retired ranges', '2001::1', 'fec0::1', '::ffff:0:8.8.8.8', '100::1'],
    ['no address at all', 'garbage', '', '1.2.3.4.5', '300.1.1.1'],
  ])('refuses %s', (_name, ...addresses) => {
    expect(addresses.filter((address) => isAllowed(false, address))).toEqual([])
  })

  it('says which host was refused, and what can allow it', () => {
    expect(() => createAddressGuard(false).check('nas.local', '10.0.0.1')).toThrow(
      'nas.local is a private address; ALLOW_PRIVATE_URLS can allow it',
    )
  })

  it('allows public addresses, wrapped ones too', () => {
    const addresses = [
      '8.8.8.8',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::8.8.8.8',
      '2002:808:808::1',
    ]
    expect(addresses.filter((address) => !isAllowed(false, address))).toEqual([])
  })

  it('allows everything where all private addresses are allowed', () => {
    expect(isAllowed(true, '127.0.0.1')).toBe(true)
    expect(isAllowed(true, '169.254.169.254')).toBe(true)
  })

  it.each([
    {
      rule: 'a range covers its addresses',
      allow: ['192.168.0.0/16'],
      host: '192.168.7.7',
      allowed: true,
    },
    {
      rule: 'a range covers no others',
      allow: ['192.168.0.0/16'],
      host: '10.0.0.1',
      allowed: false,
    },
    {
      rule: 'a range covers wrapped spellings',
      allow: ['127.0.0.0/8'],
      host: '::ffff:127.0.0.1',
      allowed: true,
    },
    { rule: 'an IPv6 range works', allow: ['fd00::/8'], host: 'fd12::1', allowed: true },
    { rule: 'an address stands for itself', allow: ['[::1]'], host: '::1', allowed: true },
    {
      rule: 'an address stands for no other',
      allow: ['127.0.0.1'],
      host: '127.0.0.2',
      allowed: false,
    },
    {
      rule: 'a host covers its addresses',
      allow: ['nas.local'],
      host: 'nas.local',
      address: '10.1.1.1',
      allowed: true,
    },
    {
      rule: 'a host covers no other host',
      allow: ['nas.local'],
      host: 'evil.nas.local',
      address: '10.1.1.1',
      allowed: false,
    },
    { rule: 'a host is no address', allow: ['localhost'], host: '127.0.0.1', allowed: false },
    {
      rule: 'a wildcard covers hosts below it',
      allow: ['*.lan'],
      host: 'a.b.lan',
      address: '10.1.1.1',
      allowed: true,
    },
    {
      rule: 'a wildcard covers no look-alike',
      allow: ['*.lan'],
      host: 'evillan',
      address: '10.1.1.1',
      allowed: false,
    },
    {
      rule: 'case does not matter',
      allow: ['NAS.local'],
      host: 'nas.local',
      address: '10.1.1.1',
      allowed: true,
    },
  ])('$rule', ({ allow, host, address, allowed }) => {
    expect(isAllowed(allow, host, address)).toBe(allowed)
  })

  it.each([
    ['127.0.0.1', true],
    ['192.168.1.1', true],
    ['100.64.0.1', true],
    ['::1', true],
    ['fd12::1', true],
    ['::ffff:10.0.0.1', true],
    ['169.254.169.254', false],
    ['::ffff:169.254.169.254', false],
    ['fe80::1', false],
    ['168.63.129.16', false],
    ['0.0.0.0', false],
    ['::', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
  ])('a host that is listed may stand for %s: %s', (address, allowed) => {
    expect(isAllowed(['nas.local'], 'nas.local', address)).toBe(allowed)
    expect(isAllowed(['*.local'], 'nas.local', address)).toBe(allowed)
    // Who lists the address itself means it.
    expect(isAllowed([address], address)).toBe(true)
  })

  it.each(['10.0.0.0/99', 'http://nas.local', 'a b', ''])('refuses the entry "%s"', (entry) => {
    expect(() => createAddressGuard([entry])).toThrow(/ALLOW_PRIVATE_URLS: .* such as/)
  })
})
