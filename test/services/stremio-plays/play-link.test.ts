import { describe, expect, it } from 'vitest'
import { jsonBytes } from '../../../src/core/json.ts'
import { createSealer } from '../../../src/security/seal.ts'
import { createPlayLinks } from '../../../src/services/stremio-plays/play-link.ts'
import type { PlayLink } from '../../../src/services/stremio-plays/play-link.ts'
import { stream } from '../../support/streams.ts'

const sealer = createSealer(Buffer.alloc(32, 1), 'stremio-plays')
const links = createPlayLinks(sealer)

function play(values: Partial<PlayLink['result']> = {}): PlayLink {
  return {
    configuration: 1,
    credentialVersion: 1,
    profileId: 'olga',
    type: 'movie',
    id: 'tt1',
    link: 'https://files.example/film.mkv',
    mark: 7,
    name: 'Film',
    result: stream(values),
  }
}

describe('a link that plays', () => {
  it('opens to what it was made of', () => {
    const requestHeaders = { referer: 'https://page.example/' }
    const text = links.seal(play({ filename: 'Film.mkv', requestHeaders }))!
    expect(links.open(text)).toMatchObject({
      link: 'https://files.example/film.mkv',
      result: { filename: 'Film.mkv', requestHeaders },
    })
  })

  it.each([
    ['a name', { filename: 'a'.repeat(4_000_000) }],
    ['a group', { bingeGroup: 'a'.repeat(17_000) }],
    ['headers', { requestHeaders: { referer: 'a'.repeat(17_000) } }],
  ])('is not made of %s that only packs well', (_, values) => {
    expect(links.seal(play(values))).toBeNull()
  })

  it('is not unpacked where it holds too much', () => {
    const packed = { ...play(), shape: 1, result: { filename: 'a'.repeat(1_000_000) }, file: {} }
    const text = Buffer.from(sealer.seal(jsonBytes(packed), '')).toString('base64url')
    expect(text.length).toBeLessThan(6_000)
    expect(links.open(text)).toBeNull()
  })
})
