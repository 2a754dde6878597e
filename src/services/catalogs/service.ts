import { AppError } from '../../core/errors.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import type { AddonPage, AddonSubtitles, AddonTitle } from '../../model/addon.ts'
import type { User } from '../../model/household.ts'
import { parseMediaId } from '../../model/media-id.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { ListedAddon } from '../../model/source.ts'
import { askingUser, configurationOf } from '../caller.ts'
import { sourcesOf } from '../configured-sources.ts'
import type { Directory, UserCaller } from '../caller.ts'
import type { SearchConfiguration } from '../configurations/configurations.ts'
import { createDetailsReader } from '../library/titles/details.ts'
import { maySupplyCatalogs } from '../library/titles/catalogs.ts'
import type { DetailsOptions } from '../library/titles/details.ts'
import { createSubtitleAsker } from '../streaming/ask-subtitles.ts'
import { describeAddon, searchId } from './addon.ts'
import type { Addon } from './addon.ts'
import { createTitleFinder } from './find-titles.ts'
import { createCatalogPreviews } from './previews.ts'
import { createCatalogLists } from './lists.ts'
import type { CatalogListOptions, CatalogPage, OnlyTitles } from './lists.ts'
import { createCatalogPlans } from './plans.ts'
import type { CatalogPlan } from './plans.ts'
import { orderSubtitles } from './subtitles.ts'
import { readTitle, shownTitles } from './titles.ts'
import { markTitle, seenOf, userRow } from './user-rows.ts'
import type { UserRowsDeps } from './user-rows.ts'

export type CatalogService = ReturnType<typeof createCatalogService>

export type CatalogServiceOptions = UserRowsDeps &
  DetailsOptions &
  CatalogListOptions & {
    readonly configurations: Directory
    readonly client: SourceClient
    readonly scheduler: Scheduler
    readonly serverName: string
    readonly translatedPrefixes: () => readonly string[]
  }

export type PageQuestion = {
  readonly type: string
  readonly id: string
  readonly skip?: number | null | undefined
  readonly genre?: string | null | undefined
  readonly search?: string | null | undefined
}
export type TitleQuestion = { readonly type: string; readonly id: string }
export type FileFacts = {
  readonly [Name in 'videoHash' | 'videoSize' | 'filename']?: string | null | undefined
}
type Asking = {
  readonly found: SearchConfiguration
  readonly plan: CatalogPlan
  readonly reader: User | null
  /** The user whose personal address it is. */
  readonly user: User | null
  /** The user at one address: their pages follow one another. */
  readonly walker: string
  readonly signal: AbortSignal
}

const longestText = 500
/** The user's rows need the library, which may still be read. */
const rowsWaitMs = 4_000
const pageSeconds = 300
const subtitleSeconds = 3_600
const noSubtitles: AddonSubtitles = { tracks: [], freshSeconds: 0 }
const nothing: CatalogPage = { titles: [], failures: [] }

/** A configuration as an addon of the Stremio protocol. Titles and episodes of its own details take a quarter of the library's memory. */
export function createCatalogService(options: CatalogServiceOptions) {
  const { configurations, client, scheduler, memoryShare = 1 } = options
  const plans = createCatalogPlans({ client, scheduler, memoryShare })
  const lists = createCatalogLists(options)
  const details = createDetailsReader({ ...options, memoryShare: memoryShare / 4 })
  const askSubtitles = createSubtitleAsker(options)

  async function ask(caller: UserCaller, question?: TitleQuestion): Promise<Asking> {
    if (question) requireShort(question)
    const found = await configurationOf(configurations, caller)
    const { credentials, client: device, signal } = caller
    const [plan, reader] = await Promise.all([
      untilAborted(plans.whole(found), signal),
      askingUser(caller),
    ])
    const user = credentials.kind === 'basic' ? reader : null
    const walker = JSON.stringify([device.address, reader?.profile.id])
    return { found, plan, reader, user, walker, signal }
  }

  return {
    ...createCatalogPreviews({ configurations, plans, lists, scheduler }),
    ...createTitleFinder({ configurations, plans, lists, scheduler }),

    async describe(caller: UserCaller): Promise<Addon> {
      const { found, plan, user, reader } = await ask(caller)
      return describeAddon({
        userData: found.userData,
        plan,
        isGenreLeft: reader ? await options.library.genresLeft(reader) : () => true,
        isUsers: user !== null,
        serverName: options.serverName,
        translatedPrefixes: options.translatedPrefixes(),
      })
    },

    /** At most 100 titles from `skip` on; empty where there is no such catalog. */
    async page(caller: UserCaller, question: PageQuestion): Promise<AddonPage> {
      const asking = await ask(caller, question)
      const own = await ownRow(options, asking, question)
      if (own) return { titles: own, freshSeconds: 0 }
      const page = await listedPage(lists, asking, question, only(options, asking))
      const titles = shownTitles(asking.plan, page.titles)
      return {
        titles: await marked(options, asking, page, titles, (shown) =>
          readTitle(details, asking.found, shown),
        ),
        freshSeconds: page.failures.length === 0 && asking.reader === null ? pageSeconds : 0,
      }
    },

    /** Null where no source knows it. */
    async title(caller: UserCaller, question: TitleQuestion): Promise<AddonTitle | null> {
      const { found, user, reader, signal } = await ask(caller, question)
      if (reader && !(await options.library.maySee(reader, question))) return null
      const meta = await untilAborted(readTitle(details, found, question), signal)
      if (!meta) return null
      const mark = user && found.userData.catalogs?.watchedMark
      const own = reader && options.library.isLimited(reader) ? withoutLinks(meta) : meta
      const at = { now: Date.now(), signal }
      const shown = mark ? await markTitle(options, user, own, mark, at) : own
      return { ...shown, defaultVideoId: firstVideoOf(meta) }
    },

    async subtitles(
      caller: UserCaller,
      { type, id, ...file }: TitleQuestion & FileFacts,
    ): Promise<AddonSubtitles> {
      const { found, reader, signal } = await ask(caller, { type, id })
      if (reader && !(await options.library.maySee(reader, { type, id }))) return noSubtitles
      const extra = Object.fromEntries(
        Object.entries(file).flatMap(([name, value]) =>
          value && value.length <= longestText ? [[name, value]] : [],
        ),
      )
      const sources = sourcesOf(found)
      const asked = Promise.all(sources.map((source) => askSubtitles(source, { type, id }, extra)))
      const answers = await untilAborted(asked, signal)
      const all = answers.flatMap((answer) => answer ?? [])
      const tracks = orderSubtitles(all, found.userData)
      const isWhole = tracks.length > 0 && !answers.includes(null)
      return { tracks, freshSeconds: isWhole ? subtitleSeconds : 0 }
    },

    /** A source's list of other addons; empty where there is no such list or its source fails. */
    async addons(caller: UserCaller, question: TitleQuestion): Promise<readonly ListedAddon[]> {
      const { plan, signal } = await ask(caller, question)
      const list = plan.addonLists.find(
        ({ id, type }) => id === question.id && type === question.type,
      )
      if (!list) return []
      const answer = await client
        .addons(list.source, list.type, list.ownId, { signal })
        .catch(() => null)
      return answer?.value ?? []
    },
  }
}

/** They may lead to titles that the user may not watch. */
function withoutLinks({ links: _links, ...meta }: SourceMeta): SourceMeta {
  return meta
}

function firstVideoOf({ id, videos, firstVideoId }: SourceMeta): string | null {
  if (videos.length === 0) return parseMediaId(id).space === 'opaque' ? (firstVideoId ?? id) : id
  return videos.find((video) => video.id === firstVideoId)?.id ?? null
}

function requireShort({ type, id }: TitleQuestion): void {
  if (type === '' || id === '' || type.length > longestText || id.length > longestText) {
    throw new AppError('BAD_REQUEST', `type and id must have 1 to ${longestText} characters.`)
  }
}

async function ownRow(
  deps: UserRowsDeps,
  { user, signal }: Asking,
  { type, id, skip }: PageQuestion,
): Promise<readonly AddonTitle[] | null> {
  if (user === null) return null
  const soon = AbortSignal.any([signal, AbortSignal.timeout(rowsWaitMs)])
  return userRow(deps, user, { type, id, skip: Math.max(0, skip ?? 0) }, soon)
}

/** Leaves out of a list what the user may not watch. */
function only({ library }: UserRowsDeps, { reader }: Asking): OnlyTitles | null {
  if (!reader || !library.isLimited(reader)) return null
  return (titles) => library.visibleTitles(reader, titles)
}

async function listedPage(
  lists: ReturnType<typeof createCatalogLists>,
  { plan, walker, signal }: Asking,
  { type, id, skip, genre, search }: PageQuestion,
  visible: OnlyTitles | null,
): Promise<CatalogPage> {
  const missing = plan.failures.filter(({ source }) => maySupplyCatalogs(source))
  const withMissing = (page: CatalogPage): CatalogPage =>
    missing.length === 0 ? page : { ...page, failures: [...page.failures, ...missing] }
  if (id === searchId) {
    const text = search?.trim().slice(0, longestText) ?? ''
    const searchable = plan.searchable.get(type)
    if (text === '' || !searchable || (skip ?? 0) > 0) return withMissing(nothing)
    const page = withMissing(await lists.search(plan.key, searchable, text, signal))
    return visible ? { ...page, titles: await visible(page.titles) } : page
  }
  const catalog = plan.byId.get(`${type} ${id}`)
  if (!catalog) return withMissing(nothing)
  const wanted = genre?.slice(0, longestText) || null
  const asked = { skip: Math.max(0, skip ?? 0), genre: wanted, only: visible, walker }
  const page = await lists.page(plan.key, catalog, asked, signal)
  return catalog.isMerged ? withMissing(page) : page
}

async function marked(
  deps: UserRowsDeps,
  { found, user, signal }: Asking,
  { titles }: CatalogPage,
  shown: readonly AddonTitle[],
  metaOf: (shown: TitleQuestion) => Promise<SourceMeta | null>,
): Promise<readonly AddonTitle[]> {
  const mark = found.userData.catalogs?.watchedMark
  if (!user || !mark) return shown
  const rows = shown.map((one, place) => ({ title: titles[place]!, shown: one }))
  const isSeen = await seenOf(deps, user, rows, { metaOf, signal })
  return rows.map((row) =>
    isSeen(row) ? { ...row.shown, name: `${mark} ${row.shown.name}` } : row.shown,
  )
}
