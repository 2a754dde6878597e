import { untilAborted } from '../../core/until-aborted.ts'
import { createNameRank, rankedBy } from '../../library/search.ts'
import type { Account } from '../configurations/accounts.ts'
import { pageSize } from './lists.ts'
import type { CatalogPage } from './lists.ts'
import { sampleOf } from './previews.ts'
import type { CatalogSample, PreviewDeps } from './previews.ts'
import type { CatalogPlan } from './plans.ts'
import { shownTitles } from './titles.ts'

type Question = { readonly type: string; readonly search: string }

const longestSearch = 200
export const mostFoundTitles = 20

export function createTitleFinder({ configurations, plans, lists }: PreviewDeps) {
  function searched(
    plan: CatalogPlan,
    { type, search }: Question,
    signal: AbortSignal,
  ): Promise<CatalogPage> | null {
    const searchable = plan.searchable.get(type)
    return searchable ? lists.search(plan.key, searchable, search, signal) : null
  }

  async function listed(
    plan: CatalogPlan,
    { type, search }: Question,
    signal: AbortSignal,
  ): Promise<CatalogPage> {
    const catalogs = plan.listed.filter((one) => one.type === type && !one.genre?.isRequired)
    if (catalogs.length === 0) return { titles: [], failures: [] }
    const asked = sampleOf(catalogs, 'interleave', pageSize)
    const page = await lists.page(plan.key, asked, { skip: 0, genre: null }, signal)
    const rankOf = createNameRank(search)
    const named = page.titles.filter((title) => rankOf(title) !== null)
    return { ...page, titles: rankedBy(named, search, (title) => title) }
  }

  return {
    /** From the catalogs for searching; where no source has one, from the beginning of the others. */
    async findTitles(
      account: Account,
      { type, search }: Question,
      signal: AbortSignal,
    ): Promise<CatalogSample> {
      const asked = { type, search: search.trim().slice(0, longestSearch) }
      if (asked.search === '') return { titles: [], failures: [] }
      const found = await configurations.forSearch(account)
      const plan = await untilAborted(plans.whole(found), signal)
      const page = await (searched(plan, asked, signal) ?? listed(plan, asked, signal))
      const titles = page.titles.slice(0, mostFoundTitles)
      return { titles: shownTitles(plan, titles), failures: page.failures }
    },
  }
}
