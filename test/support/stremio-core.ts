import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll } from 'vitest'
import type { Ending } from './ending.ts'
import { until, untilSteady } from './until.ts'

// The code that Stremio's own apps run, compiled for browsers. It comes without types.

type Core = {
  default(wasm: { module_or_path: Buffer }): Promise<unknown>
  initialize_runtime(hear: (event: unknown) => void): Promise<void>
  dispatch(action: object, field: string | null, hash: string): void
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  get_state(field: string): any
}

type Path = { resource: string; type: string; id: string; extra: [string, string][] }
type Loaded = { type: 'Ready' | 'Err' | 'Loading'; content: unknown }

const require = createRequire(import.meta.url)

/**
 * What it expects of a browser's worker, until the end. It reaches nothing but the service: no other addon, no
 * streaming server.
 */
function standInForBrowser(origin: string, ends: Ending): { readonly isIdle: () => boolean } {
  let running = 0
  const storage = new Map<string, string>()
  const WorkerGlobalScope = function WorkerGlobalScope() {}
  const ask = globalThis.fetch
  putBackAfterwards(['fetch', 'self', 'document', 'WorkerGlobalScope'], ends)
  Object.setPrototypeOf(globalThis, WorkerGlobalScope.prototype as object)
  Object.assign(globalThis, {
    WorkerGlobalScope,
    self: globalThis,
    document: { baseURI: origin },
    app_version: '5.0.0',
    shell_version: null,
    get_location_hash: async () => '',
    local_storage_get_item: async (key: string) => storage.get(key) ?? null,
    local_storage_set_item: async (key: string, value: string) => void storage.set(key, value),
    local_storage_remove_item: async (key: string) => void storage.delete(key),
    async fetch(request: Request | string | URL, init?: RequestInit) {
      const address = request instanceof Request ? request.url : request
      const { href, origin: asked } = new URL(address)
      if (asked !== origin) throw new TypeError(`${href} is another address`)
      running += 1
      try {
        const response = await ask(request, init)
        return new Response(await response.text(), response)
      } finally {
        running -= 1
      }
    },
  })
  return { isIdle: () => running === 0 }
}

/** Other files of tests share the process. */
function putBackAfterwards(names: readonly string[], ends: Ending): void {
  const prototype: unknown = Object.getPrototypeOf(globalThis)
  const before = names.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  ends(async () => {
    Object.setPrototypeOf(globalThis, prototype as object)
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  })
}

type App = {
  readonly core: Core
  readonly isIdle: () => boolean
  /** How often its state has changed. */
  readonly changes: () => number
  /** As it was before the core got one that reaches the service alone. */
  readonly ask: typeof fetch
}

/** Stremio's core; once in a process, since it is made for one app. */
async function openCore(origin: string, ends: Ending): Promise<App> {
  const ask = globalThis.fetch
  const { isIdle } = standInForBrowser(origin, ends)
  const core = require('@stremio/stremio-core-web') as Core
  const wasm = require.resolve('@stremio/stremio-core-web/stremio_core_web_bg.wasm')
  // It reports to the console that it reaches nothing else.
  const report = console.error
  console.error = () => {}
  ends(async () => void (console.error = report))
  await core.default({ module_or_path: readFileSync(wasm) })
  let changed = 0
  await core.initialize_runtime(() => void (changed += 1))
  return { core, isIdle, changes: () => changed, ask }
}

/** Stremio's core with one addon installed; `install` adds one of the same service, seen alone. */
export async function openStremioCore(manifestUrl: string, ends: Ending = afterAll) {
  const app = await openCore(new URL(manifestUrl).origin, ends)
  const install = (url: string) => installIn(app, url)
  return { ...(await install(manifestUrl)), install }
}

async function installIn({ core, isIdle, changes, ask }: App, manifestUrl: string) {
  const dispatch = (action: object, field: string | null = null) => core.dispatch(action, field, '')
  const manifest = await (await ask(manifestUrl)).json()
  const flags = { official: false, protected: false }
  const descriptor = { transportUrl: manifestUrl, manifest, flags }
  dispatch({ action: 'Ctx', args: { action: 'InstallAddon', args: descriptor } })
  const isOwn = ({ addon }: { addon: { manifest: { id: string } } }) =>
    addon.manifest.id === manifest.id

  /** The rows of one page of catalogs that are the addon's, once all have an answer. */
  async function rows(field: 'board' | 'search', extra: [string, string][]) {
    dispatch(
      { action: 'Load', args: { model: 'CatalogsWithExtra', args: { type: null, extra } } },
      field,
    )
    dispatch(
      { action: 'CatalogsWithExtra', args: { action: 'LoadRange', args: { start: 0, end: 100 } } },
      field,
    )
    type Row = {
      id: string
      name: string
      type: string
      content: Loaded
      addon: { manifest: { id: string } }
    }
    const own = (): Row[] => core.get_state(field).catalogs.filter(isOwn)
    let [seen, isWhole] = [-1, false]
    // Reading the state takes the core some milliseconds.
    const haveAnswers = (): boolean => {
      if (changes() === seen) return isWhole
      seen = changes()
      const all = own()
      return (isWhole = all.length > 0 && all.every(({ content }) => isDone(content)))
    }
    await until('the rows of the core', haveAnswers, Boolean, { everyMs: 5 })
    return own()
  }

  return {
    manifest,

    remove: () => dispatch({ action: 'Ctx', args: { action: 'UninstallAddon', args: descriptor } }),

    board: () => rows('board', []),

    search: (text: string) => rows('search', [['search', text]]),

    /** All titles of a catalog, page after page until the core sees no next one. */
    async discover(type: string, id: string, extra: [string, string][] = []) {
      const path: Path = { resource: 'catalog', type, id, extra }
      const args = { request: { base: manifestUrl, path } }
      dispatch({ action: 'Load', args: { model: 'CatalogWithFilters', args } }, 'discover')
      type Page = { catalog: { content: Loaded } | null; selectable: { nextPage: boolean } }
      const state = (): Page => core.get_state('discover')
      for (;;) {
        await until(
          'a page of the catalog',
          () => state().catalog !== null && isDone(state().catalog!.content),
        )
        const { catalog, selectable } = state()
        const { type: kind, content } = catalog!.content
        if (kind !== 'Ready') throw new Error(`the catalog is ${kind}: ${JSON.stringify(content)}`)
        if (!selectable.nextPage) return content as { id: string; name: string }[]
        dispatch({ action: 'CatalogWithFilters', args: { action: 'LoadNextPage' } }, 'discover')
        await until('the next page', isIdle)
        await untilSteady('the catalog', () => JSON.stringify(state()).length, 100)
      }
    },

    /** What a list of other addons holds. */
    async listedAddons(type: string, id: string) {
      const path: Path = { resource: 'addon_catalog', type, id, extra: [] }
      const args = { request: { base: manifestUrl, path } }
      dispatch({ action: 'Load', args: { model: 'CatalogWithFilters', args } }, 'remote_addons')
      const catalog = await until(
        'the list of addons',
        () => core.get_state('remote_addons').catalog as { content: Loaded } | null,
        (seen) => seen !== null && isDone(seen.content),
      )
      return catalog!.content
    },

    /** A title and its streams, as the page of its details shows them. */
    async details(type: string, id: string, videoId: string) {
      const path = (resource: string, of: string): Path => ({ resource, type, id: of, extra: [] })
      const args = {
        metaPath: path('meta', id),
        streamPath: path('stream', videoId),
        guessStream: false,
      }
      dispatch({ action: 'Load', args: { model: 'MetaDetails', args } }, 'meta_details')
      const streams = () =>
        (
          core.get_state('meta_details').streams as {
            content: Loaded
            addon: { manifest: { id: string } }
          }[]
        ).filter(isOwn)
      await until('the title and its streams', () => {
        const { metaItem } = core.get_state('meta_details')
        const isShown = metaItem !== null && isDone(metaItem.content)
        return isShown && streams().length > 0 && streams().every(({ content }) => isDone(content))
      })
      return {
        meta: core.get_state('meta_details').metaItem.content,
        streams: streams()[0]!.content,
      }
    },

    /** The subtitles that the player offers for a stream. */
    async subtitles(type: string, id: string, stream: object) {
      const path = { resource: 'subtitles', type, id, extra: [] }
      const args = {
        stream,
        streamRequest: null,
        metaRequest: null,
        subtitlesPath: path,
      }
      dispatch({ action: 'Load', args: { model: 'Player', args } }, 'player')
      const params = { hash: null, size: null, filename: null }
      dispatch(
        { action: 'Player', args: { action: 'VideoParamsChanged', args: { videoParams: params } } },
        'player',
      )
      await until('the subtitles', () => core.get_state('player').subtitles.length > 0)
      return core.get_state('player').subtitles as { lang: string; url: string }[]
    },
  }
}

function isDone({ type }: Loaded): boolean {
  return type !== 'Loading'
}
