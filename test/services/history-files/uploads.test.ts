import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createUploads } from '../../../src/services/history-files/uploads.ts'
import type { Uploads } from '../../../src/services/history-files/uploads.ts'

function uploadOf(films: number) {
  const text = JSON.stringify(
    Array.from({ length: films }, (_, number) => ({
      watched_at: '2020-05-02T20:00:00.000Z',
      movie: { title: 'Film', ids: { imdb: `tt${1_000_000 + number}` } },
    })),
  )
  async function* file() {
    yield Buffer.from(text)
  }
  return { file: file(), declaredBytes: text.length }
}

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  const uploads = createUploads({ folder })
  onTestFinished(async () => {
    await uploads.close()
    await rm(folder, { recursive: true })
  })
  return uploads
}

const of = (configuration: number) => ({
  configuration,
  client: { address: `192.0.2.${configuration}` },
})

type Messages = Parameters<Parameters<Uploads['read']>[2]>[0]

describe('A large file that is being imported', () => {
  it('leaves turns to the files of others', async () => {
    const uploads = await open()
    const ends: string[] = []
    const [begun, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const large = uploads.read(of(1), uploadOf(6_000), async (messages: Messages) => {
      let written = 0
      for await (const { kind } of messages) {
        if (kind === 'users') continue
        written += 1
        begun.resolve()
        if (written === 1) await read.promise
      }
      ends.push('large')
      return written
    })
    await begun.promise
    const small = uploads.read(of(2), uploadOf(1), async (messages: Messages) => {
      for await (const { kind } of messages) if (kind === 'users') read.resolve()
      ends.push('small')
    })
    await small
    expect(await large).toBeGreaterThan(10)
    expect(ends).toEqual(['small', 'large'])
  })

  it('is written apart from others of its configuration', async () => {
    const uploads = await open()
    const order: string[] = []
    const take = (name: string) => async (messages: Messages) => {
      for await (const { kind } of messages) if (kind !== 'users') order.push(name)
    }
    await Promise.all([
      uploads.read(of(1), uploadOf(900), take('first')),
      uploads.read(of(1), uploadOf(900), take('second')),
    ])
    const changes = order.filter((name, place) => place > 0 && name !== order[place - 1])
    expect(changes).toHaveLength(1)
  })
})
