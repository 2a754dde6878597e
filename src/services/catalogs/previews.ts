import { hash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { InvalidConfig } from '../../core/invalid-config.ts'
import { plainIssue, problemOf } from '../../core/plain-issues.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import { catalogRows } from '../../library/catalogs/apply-rules.ts'
import type { CatalogRow } from '../../library/catalogs/apply-rules.ts'
import type { PlayerCatalog } from '../../library/catalogs/player-catalog.ts'
import type { AddonTitle } from '../../model/addon.ts'
import type { CatalogFailure, Source } from '../../model/source.ts'
import { catalogs as catalogSettings } from '../../model/user-data/catalogs.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { Account } from '../configurations/accounts.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import type { Catalog } from '../library/titles/catalogs.ts'
import type { createCatalogLists } from './lists.ts'
import type { createCatalogPlans } from './plans.ts'
import { shownTitles } from './titles.ts'

export type PreviewDeps = {
  readonly configurations: Pick<ConfigurationService, 'forSearch'>
  readonly plans: ReturnType<typeof createCatalogPlans>
  readonly lists: ReturnType<typeof createCatalogLists>
  readonly scheduler: Scheduler
}

export type CatalogPreview = {
  readonly rows: readonly CatalogRow<Catalog>[]
  readonly sources: readonly Source[]
  readonly failures: readonly CatalogFailure[]
  readonly waiting: readonly Source[]
}

export type PreviewQuestion = {
  /** In place of the stored ones. */
  readonly settings?: unknown
  /** `false`: without the sources that are slow. */
  readonly whole?: boolean | null | undefined
}

export type SampleQuestion = {
  /** Exact names, of which the first 50 count. */
  readonly catalogs: readonly string[]
  readonly mix?: 'interleave' | 'append' | null | undefined
  readonly genre?: string | null | undefined
  readonly first?: number | null | undefined
}

export type CatalogSample = {
  readonly titles: readonly AddonTitle[]
  readonly failures: readonly CatalogFailure[]
}

const usualTitles = 6
export const mostSampleTitles = 20
const mostSourceCatalogs = 50
const longestGenre = 2_000

/** Catalogs as a person arranges them: with rules that are not saved, and with the hidden ones. */
export function createCatalogPreviews({ configurations, plans, lists, scheduler }: PreviewDeps) {
  return {
    /** Throws INVALID_CONFIG, and PARENT_CONFIG_UNAVAILABLE. */
    async previewCatalogs(
      account: Account,
      { settings, whole }: PreviewQuestion,
      signal: AbortSignal,
    ): Promise<CatalogPreview> {
      const draft = settings == null ? null : readSettings(settings)
      const found = await configurations.forSearch(account)
      const asked = whole === false ? plans.soon(found) : plans.whole(found)
      const plan = await untilAborted(asked, signal)
      const rules = draft ?? found.userData.catalogs ?? {}
      const work = catalogRows(plan.listed, rules, plan.idOf)
      const rows = await scheduler.run(work, { signal })
      const { sources, failures, waiting } = plan
      return { rows, sources, failures, waiting }
    },

    /** The first titles of catalogs of sources, as one. Catalogs that no source has are left out. */
    async sample(
      account: Account,
      { catalogs, mix, genre, first }: SampleQuestion,
      signal: AbortSignal,
    ): Promise<CatalogSample> {
      const count = first ?? usualTitles
      if (count < 1 || count > mostSampleTitles || (genre?.length ?? 0) > longestGenre) {
        throw new AppError(
          'BAD_REQUEST',
          `first must be from 1 to ${mostSampleTitles}, and genre at most ${longestGenre} characters long.`,
        )
      }
      const found = await configurations.forSearch(account)
      const keys = [...new Set(catalogs.slice(0, mostSourceCatalogs))]
      const soon = await untilAborted(plans.soon(found), signal)
      const hasAll = keys.every((key) => soon.listed.some((one) => one.key === key))
      const plan = hasAll ? soon : await untilAborted(plans.whole(found), signal)
      const sourceCatalogs = keys.flatMap((key) => plan.listed.find((one) => one.key === key) ?? [])
      if (sourceCatalogs.length === 0) return { titles: [], failures: [] }
      const asked = sampleOf(sourceCatalogs, mix ?? 'interleave', count)
      const page = await lists.page(plan.key, asked, { skip: 0, genre: genre ?? null }, signal)
      return { titles: shownTitles(plan, page.titles), failures: page.failures }
    },
  }
}

function readSettings(settings: unknown): CatalogSettings {
  const { data, error } = catalogSettings.safeParse(settings, {
    error: plainIssue,
    reportInput: true,
  })
  if (!error) return data
  throw new InvalidConfig(
    error.issues.map(problemOf).map((one) => ({ ...one, path: ['catalogs', ...one.path] })),
  )
}

export function sampleOf(
  sourceCatalogs: readonly Catalog[],
  mix: 'interleave' | 'append',
  limit: number,
): PlayerCatalog<Catalog> {
  return {
    // No catalog of a player has a space in its id.
    id: `sample ${mix} ${hash('sha256', sourceCatalogs.map(({ key }) => key).join('\n'), 'base64url')}`,
    type: sourceCatalogs[0]!.type,
    name: '',
    isMerged: false,
    sourceCatalogs,
    mix,
    genre: null,
    genres: [],
    genreRequired: false,
    shuffle: false,
    limit,
  }
}
