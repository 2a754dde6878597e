import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sampleFolder } from '../../src/anime/sample.ts'
import { createRefreshView } from '../../src/cli/refresh-view.ts'
import { animeFixture, animeFixturePath } from '../support/anime-fixtures.ts'

const start = fileURLToPath(new URL('../../src/start.js', import.meta.url))

/** Sources that a test does without. */
const others = {
  manami: null,
  animeLists: null,
  kitsuImdb: null,
  anitraktTv: null,
  anitraktMovies: null,
}

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anime-cli-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

/** Runs a command as a person would; never fails. */
function run(command: 'anime:refresh' | 'anime:conflicts', args: string[] = [], env = {}) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; err: string }>()
  const options = { cwd: dataDir, env: { ...env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' } }
  execFile(process.execPath, [start, command, ...args], options, (error, out, err) => {
    resolve({ code: error ? Number(error.code) : 0, out, err })
  })
  return promise
}

describe('anime:refresh', () => {
  it('makes the database of a folder and prints counts and coverage', async () => {
    const { code, out, err } = await run('anime:refresh', ['--from', sampleFolder])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Fribb anime-lists: 12 records in \d+ ms \(.*anime-list-full\.json\)$/m)
    expect(out).toMatch(
      /^Anime-Lists: 12 records, new\n {2}anidbId 12, themoviedbId 12, thetvdbId 10, imdbId 2$/m,
    )
    expect(out).toMatch(/^ {2}malId +12 {2}\+12$/m)
    expect(out).toMatch(/^New data, version [0-9a-f]{16}, /m)
    const again = await run('anime:refresh', ['--from', sampleFolder])
    expect(again.out).toMatch(/^ {2}malId +12 {2}0$/m)
    expect(again.out).toMatch(/^Nothing has changed, /m)
  })

  it('downloads what ANIME_SOURCES names, also from addresses that users may not', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"7"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"7"' }).end(animeFixture('fribb-new.json'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const sources = {
      fribb: `http://127.0.0.1:${port}/list.json`,
      kometa: null,
      ...others,
    }
    const env = { ANIME_SOURCES: JSON.stringify(sources) }
    expect((await run('anime:refresh', [], env)).out).toContain('3 records, new')
    expect((await run('anime:refresh', [], env)).out).toContain('3 records, unchanged')
    expect(asked).toEqual([undefined, '"7"'])
  })

  it('shows the warning of a list that is left out', async () => {
    const sources = JSON.stringify({
      fribb: animeFixturePath('fribb-new.json'),
      kometa: animeFixturePath('fribb-new.json'),
      ...others,
    })
    const { code, out } = await run('anime:refresh', [], { ANIME_SOURCES: sources })
    expect(code).toBe(0)
    expect(out).toContain(
      'Kometa Anime-IDs: 0 records, skipped\n  WARNING: is not a JSON object of AniDB ids',
    )
  })

  it.each([
    ['a folder that is not there', ['--from', '/does/not/exist'], {}, /cannot be read/],
    ['an unknown option', ['--form', '.'], {}, /'--form'.*takes --from VALUE, --force$/m],
    ['wrong sources', [], { ANIME_SOURCES: '{"fribb":1}' }, /^ANIME_SOURCES fribb/],
    ['a wrong setting', [], { ANIME_REFRESH: 'often' }, /^ANIME_REFRESH/],
  ])('ends with one line on %s', async (_, args, env, message) => {
    const { code, err } = await run('anime:refresh', args, env)
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

describe('anime:conflicts', () => {
  it('lists who was believed, and can be narrowed', async () => {
    const kometa = join(dataDir, 'anime_ids.json')
    await writeFile(kometa, '{"101": {"mal_id": 799, "tvdb_id": 999}}')
    const sources = JSON.stringify({
      fribb: animeFixturePath('fribb-new.json'),
      kometa,
      ...others,
    })
    await run('anime:refresh', [], { ANIME_SOURCES: sources })
    const { out } = await run('anime:conflicts')
    expect(out).toBe(
      'anidb 101: malId is 701 (fribb); 799 (kometa) refused\n' +
        'anidb 101: thetvdbId is 999 (kometa); 901 (fribb) refused\n' +
        '2 conflicts\n',
    )
    expect((await run('anime:conflicts', ['--field', 'malId'])).out).toMatch(/\n1 conflict\n$/)
    expect((await run('anime:conflicts', ['--source', 'manami'])).out).toBe('0 conflicts\n')
    const json: unknown = JSON.parse((await run('anime:conflicts', ['--json'])).out)
    expect(json).toMatchObject([{ field: 'malId' }, { field: 'thetvdbId' }])
  })

  it('asks for a refresh where there was none', async () => {
    const { code, err } = await run('anime:conflicts')
    expect(code).toBe(1)
    expect(err).toMatch(/run npm run anime:refresh first/)
  })
})

describe('progress', () => {
  const fetching = { source: 'fribb', address: 'a', phase: 'fetch', total: null, ms: 250 } as const
  const read = { ...fetching, phase: 'read', done: 12, total: 12 } as const

  function shown(isTTY: boolean): string {
    let text = ''
    const view = createRefreshView({ isTTY, write: (part) => (text += part) })
    view.update({ ...fetching, done: 2_048 })
    view.update({ ...read, source: 'kometa', address: 'b' })
    view.update(read)
    return text
  }

  it('is a bar for each list on a terminal, drawn over the last ones', () => {
    const text = shown(true)
    expect(text).toMatch(/Fribb anime-lists .*░.* 2 KB fetching 250 ms/)
    expect(text).toContain('\u001B[2A')
    expect(text.split('\u001B[2A').at(-1)).toMatch(
      /Fribb anime-lists +█{20} +12 records read .*\n.*Kometa Anime-IDs +█{20}/,
    )
  })

  it('is a line for each finished list elsewhere', () => {
    expect(shown(false)).toBe(
      'Kometa Anime-IDs: 12 records in 250 ms (b)\nFribb anime-lists: 12 records in 250 ms (a)\n',
    )
  })
})
