import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../../src/model/addon-address.ts'

const stringifyRequest = createRequire(import.meta.url)(
  'stremio-addon-client/lib/stringifyRequest.js',
) as (request: (string | object)[]) => string

describe('the address of an addon', () => {
  it.each([
    ['https://a.example/manifest.json', 'https://a.example/manifest.json'],
    ['http://127.0.0.1:7000/manifest.json', 'http://127.0.0.1:7000/manifest.json'],
    ['stremio://a.example/manifest.json', 'https://a.example/manifest.json'],
    ['STREMIO://a.example/x/manifest.json', 'https://a.example/x/manifest.json'],
    ['  https://a.example/manifest.json\n', 'https://a.example/manifest.json'],
    ['https://a.example', 'https://a.example/manifest.json'],
    ['https://a.example/', 'https://a.example/manifest.json'],
    ['https://a.example/key=1|b=2', 'https://a.example/key=1|b=2/manifest.json'],
    ['https://a.example/key/configure', 'https://a.example/key/manifest.json'],
    ['https://a.example/manifest.json?k=v', 'https://a.example/manifest.json?k=v'],
    ['https://a.example/x#part', 'https://a.example/x/manifest.json'],
    ['https://user:p%40ss@a.example/x', 'https://user:p%40ss@a.example/x/manifest.json'],
    [
      'https://a.example/%7B%22a%22%3A1%7D/manifest.json',
      'https://a.example/%7B%22a%22%3A1%7D/manifest.json',
    ],
  ])('%s', (given, manifest) => {
    expect(readAddress(given).manifest).toBe(manifest)
  })

  it('names the host alone', () => {
    expect(readAddress('https://user:pass@a.example:8443/key?token=1').host).toBe('a.example:8443')
  })

  it.each(['', 'addon', 'http://', '/manifest.json'])('refuses "%s"', (given) => {
    expect(() => readAddress(given)).toThrow('the address is not a URL')
  })

  it.each([
    ['stream', 'movie', 'tt0133093'],
    ['stream', 'series', 'tt0903747:5:14'],
    ['stream', 'anime', 'kitsu:1376:5'],
    ['meta', 'tv', 'a b/c?d=e&f#g%h+i'],
    ['stream', 'Película', 'id|with|ünïcode é'],
  ])('spells %s %s %s as the official client does', (resource, type, id) => {
    expect(readAddress('https://a.example/key/manifest.json').resource(resource, type, id)).toBe(
      `https://a.example/key${stringifyRequest([resource, type, id])}`,
    )
  })

  it.each([
    [{ skip: '100' }],
    [{ genre: 'Science Fiction & Fantasy', skip: '200' }],
    [{ search: 'a/b?c=d#e%+é 😀' }],
    [{ videoHash: '8e245d9679d31e12', videoSize: '733589504', filename: 'Film (2020).mkv' }],
    [{}],
  ])('spells the parameters %j as the official client does', (extra) => {
    const parts = ['catalog', 'movie', 'top'] as const
    expect(readAddress('https://a.example/key').resource(...parts, extra)).toBe(
      `https://a.example/key${stringifyRequest([...parts, extra])}`,
    )
  })

  it('keeps the query behind the resource', () => {
    expect(
      readAddress('https://a.example/manifest.json?k=v').resource('stream', 'movie', 'tt1'),
    ).toBe('https://a.example/stream/movie/tt1.json?k=v')
  })

  it.each(['', '.', '..'])('does not climb out of its path for the type "%s"', (type) => {
    expect(() => readAddress('https://a.example/key').resource('stream', type, 'tt1')).toThrow(
      'cannot be asked for',
    )
  })

  it('survives half of a surrogate pair', () => {
    expect(readAddress('https://a.example').resource('stream', 'movie', '\uD800')).toContain(
      '%EF%BF%BD',
    )
  })
})
