import { nativeTrackerNames, nativeTrackers } from '../../model/tracker-names.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lock } from '../../core/lock.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { InstanceFigures } from '../../model/instance-figures.ts'
import type { RateLimiters } from '../../security/rate-limiters.ts'
import type { Backup, Backups } from '../../storage/backups.ts'
import type { AnimeService } from '../anime.ts'
import type { HealthRecorder } from '../health/recorder.ts'
import type { LoadWatch } from './load.ts'

export type OperatorService = ReturnType<typeof createOperatorService>

type Options = {
  readonly version: string
  readonly problem: () => Promise<string | null>
  readonly load: LoadWatch
  readonly figures: InstanceFigures
  readonly limiters: Pick<RateLimiters, 'figures'>
  readonly anime: Pick<AnimeService, 'details'>
  readonly recorder: Pick<HealthRecorder, 'flush'>
  readonly backups: Backups
  /** Holds `secret.key` unless the environment has it. */
  readonly dataDir: string
  readonly keyIsSet: boolean
  readonly lock: Lock
  readonly now?: () => number
}

const hour = 3_600_000
const day = 24 * hour
const backupLockMs = 60_000
const usedFreshMs = 60_000
const nativeTitles = nativeTrackerNames.map((name) => nativeTrackers[name].title)

/** What the operator sees: the instance as a whole, never what anybody's configuration or history holds. */
export function createOperatorService(options: Options) {
  const { figures, limiters, anime, backups, load, now = Date.now } = options
  const startedAt = now()
  const used = createUsed(figures, now)

  return {
    async health() {
      const problem = await options.problem()
      return { problems: problem === null ? [] : [problem], version: options.version, startedAt }
    },
    process: load.process,
    machine: load.machine,

    async configurations() {
      const [all, counts] = await Promise.all([figures.configurations(), used()])
      return { ...all, ...counts }
    },
    devices: () => figures.devices(),

    limits: limiters.figures,
    animeLists: () => anime.details(),

    /** Of the last 24 hours. */
    async upstreams() {
      await options.recorder.flush()
      const since = now() - day
      return figures.areas(since - (since % hour), nativeTitles)
    },
    trackerEvents: () => figures.trackerEvents(),

    async backups() {
      const { dataDir, keyIsSet } = options
      const key = keyIsSet ? null : await stat(join(dataDir, 'secret.key')).catch(() => null)
      return {
        dialect: backups.dialect,
        folder: backups.folder,
        databaseBytes: await backups.databaseBytes(),
        keyIsSet,
        keyChangedAt: key?.mtimeMs ?? null,
        made: await backups.list(),
      }
    },

    /** Throws SERVICE_UNAVAILABLE while another runs, and where nobody can tell because Redis is away. */
    async backUp(): Promise<Backup> {
      let made: Backup | null = null
      const ran = await options.lock.withLock('backup', backupLockMs, async () => {
        made = await backups.make()
      })
      if (ran && made !== null) return made
      throw new AppError('SERVICE_UNAVAILABLE', refusal('BACKUP_RUNNING'), { retryAfter: 60 })
    },
  }
}

/** Counting reads what a month has left, so that all who look within a minute share it. */
function createUsed(figures: Pick<InstanceFigures, 'usedSince'>, now: () => number) {
  let last: { readonly at: number; readonly counts: ReturnType<typeof count> } | null = null

  async function count(at: number) {
    const [lastDay, lastWeek, lastMonth] = await Promise.all([
      figures.usedSince(at - day),
      figures.usedSince(at - 7 * day),
      figures.usedSince(at - 30 * day),
    ])
    return { lastDay, lastWeek, lastMonth }
  }

  return () => {
    const at = now()
    if (last !== null && at - last.at < usedFreshMs) return last.counts
    const own = { at, counts: count(at) }
    last = own
    own.counts.catch(() => {
      if (last === own) last = null
    })
    return own.counts
  }
}
