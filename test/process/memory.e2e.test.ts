import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startAddon } from '../support/addon.ts'
import {
  outsideHeap,
  residentMegabytes,
  translatorMegabytes,
  unusedMegabytes,
} from '../support/process-memory.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { json } from '../support/upstream.ts'
import { until } from '../support/until.ts'

const streams = Array.from({ length: 500 }, (_, number) => ({
  name: `Source ${number % 40}`,
  description: `Paper.Lanterns.2016.${number}.1080p.WEB-DL.DDP5.1.x264-OAK${number}`,
  url: `https://media.example/${number}.mkv`,
  behaviorHints: { filename: `Paper.Lanterns.2016.${number}.1080p.WEB-DL-OAK.mkv` },
}))

/** A first start, which translates everything, is killed as soon as that is stored; answers what it held outside of the heap. */
async function leaveCompiled(env: { readonly NODE_COMPILE_CACHE: string }): Promise<number> {
  const first = await startServiceProcess(env)
  const outside = await outsideHeap(first)
  const isStored = () => readdirSync(env.NODE_COMPILE_CACHE, { recursive: true }).length > 1_000
  // Thousands of names: listing them takes time from the process that is watched.
  await until('compiled code to be stored', isStored, Boolean, { everyMs: 250 })
  // Storing holds the event loop: whoever is answered comes after the last file.
  await first.request('/healthz')
  first.signal('SIGKILL')
  await first.finished()
  return outside
}

describe('a service with MAX_MEMORY=256mb', () => {
  it('serves many at once below it, refusing at most, and gives memory back', async () => {
    const service = await startServiceProcess({ MAX_MEMORY: '256mb' })
    const addons = await Promise.all(
      Array.from({ length: 5 }, () => startAddon({ streams: json({ streams }) })),
    )
    const user = await service.createUser({ sources: addons.map(({ source }) => source) })
    const auth = { uuid: user.uuid, password: user.token }
    const statuses = new Set<number>()
    let number = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (number < 64) {
          const path = `/api/v1/search?type=movie&id=tt${1_000_000 + number++}&format=true`
          statuses.add((await service.request(path, { auth })).status)
        }
        most = Math.max(most, residentMegabytes(service))
      }),
    )
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    expect(most).toBeLessThan(256)
    await until(
      'memory to be given back',
      () => residentMegabytes(service),
      (megabytes) => megabytes <= 190,
      { timeoutMs: 80_000, everyMs: 1_000 },
    )
    expect((await service.request('/api/v1/search?type=movie&id=tt1', { auth })).status).toBe(200)
  }, 90_000)
})

describe('an idle service on the embedded default', () => {
  it('gives back the memory between what it uses', { timeout: 60_000 }, async () => {
    const service = await startServiceProcess()
    const unused = await until(
      'memory to be given back',
      () => unusedMegabytes(service),
      (megabytes) => megabytes < 2,
      // Each answer is work: asked more often, a slow machine is never at rest.
      { timeoutMs: 40_000, everyMs: 9_000 },
    )
    expect(unused).toBeGreaterThan(0)
  })

  it('has loaded nothing that only other installations or later requests need', async () => {
    const folder = temporaryFolder()
    const [hook, loaded] = [join(folder, 'hook.mjs'), join(folder, 'loaded')]
    writeFileSync(
      hook,
      `import { appendFileSync } from 'node:fs'
      import { registerHooks } from 'node:module'
      registerHooks({
        load(url, context, next) {
          appendFileSync(${JSON.stringify(loaded)}, url + '\\n')
          return next(url, context)
        },
      })`,
    )
    await startServiceProcess({ NODE_OPTIONS: `--import ${hook}` })
    const files = readFileSync(loaded, 'utf8').split('\n')
    const packages = new Set(
      files.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]),
    )
    expect(packages).toContain('better-sqlite3')
    const later =
      'ioredis mysql2 rate-limiter-flexible undici @node-rs/argon2 liquidjs re2js @marcbachmann/cel-js ' +
      'graphql-jit graphql-yoga sofa-api ajv sharp blurhash saxes temporal-polyfill'
    expect(later.split(' ').filter((name) => packages.has(name))).toEqual([])
    const others =
      /zod\/v4\/locales\/(?!en\.)|graphql-scalars\/.*(Currency|Latitude)|src\/anime\/sources\/readers/
    expect(files.filter((file) => others.test(file))).toEqual([])
  })
})

describe('a start', () => {
  it('finds the code that one before it compiled, though that one was killed', async () => {
    const env = { NODE_COMPILE_CACHE: temporaryFolder() }
    expect(await leaveCompiled(env)).toBeGreaterThan(translatorMegabytes)
    expect(await outsideHeap(await startServiceProcess(env))).toBeLessThan(translatorMegabytes)
  })

  it('needs no folder to keep compiled code in', async () => {
    const service = await startServiceProcess({ NODE_COMPILE_CACHE: '/dev/null/compiled' })
    expect((await service.request('/readyz')).status).toBe(200)
  })
})
