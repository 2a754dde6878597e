import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { onTestFinished } from 'vitest'
import type { Profile, User } from '../../src/model/household.ts'
import type { ImportedPlay } from '../../src/model/history-store.ts'
import { createHistoryFiles } from '../../src/services/history-files/service.ts'
import { createUploads } from '../../src/services/history-files/uploads.ts'
import { everyTitle } from './every-title.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'

export const [olga, kim] = ['a'.repeat(32), 'b'.repeat(32)] as const

export function profileOf(id: string, more: Partial<Profile> = {}): Profile {
  return {
    id,
    name: id[0]!,
    avatar: null,
    hidden: false,
    isOwner: false,
    hasPin: false,
    hasPassword: false,
    historyOwner: id,
    private: false,
    personal: false,
    limits: null,
    times: null,
    ...more,
  }
}

export function userOf(configuration: number, profiles: readonly Profile[]): User {
  const household = { configuration, parents: [], uuid: 'uuid', userData: {}, cacheKey: '' }
  return { ...household, profiles, profile: profiles[0]!, via: 'password', device: null }
}

/** The files of a household in a database, read by the process that reads them in the service. */
export async function openPlayFiles(db: Knex) {
  const folder = await mkdtemp(join(tmpdir(), 'service-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createHistoryStore(db)
  const files = createHistoryFiles({
    store,
    events: {
      publish() {},
      deliver: async () => true,
      subscribe: () => () => {},
      subscribeOwn() {},
    },
    translators: [],
    library: everyTitle,
    uploads: createUploads({ folder }),
  })
  return {
    store,
    async write(user: User): Promise<string> {
      let text = ''
      for await (const piece of files.export(user)) text += piece
      return text
    },
    read: (user: User, file: unknown, more: { dryRun?: boolean; restore?: boolean } = {}) =>
      files.importText(
        user,
        {
          file: typeof file === 'string' ? file : JSON.stringify(file),
          dryRun: more.dryRun ?? false,
          restore: more.restore ?? false,
        },
        { address: '192.0.2.1' },
      ),
    plays: () =>
      db('plays').orderBy('started_at').orderBy('profile_id').select<Record<string, unknown>[]>(),
  }
}

export function playOf(itemKey: string, startedAt: number, more: Partial<ImportedPlay> = {}) {
  return {
    profileId: olga,
    itemKey,
    titleKey: itemKey,
    aliases: [],
    kind: 'movie',
    season: null,
    episode: null,
    startedAt,
    endedAt: startedAt + 5_000,
    watchedMs: 4_000,
    firstPositionMs: 0,
    lastPositionMs: 5_000,
    durationMs: 6_000,
    finished: true,
    deviceId: 'tv',
    deviceName: 'Television',
    client: 'App',
    versionMark: 2 ** 32 - 1,
    versionName: 'Film 1080p',
    resolution: '1080p',
    source: 'Some Source',
    service: null,
    delivery: 'redirect',
    origin: 'local',
    tracker: null,
    ...more,
  } as const satisfies ImportedPlay
}
