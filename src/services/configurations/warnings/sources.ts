import { startDeadline, spellTime } from '../../../core/deadline.ts'
import { failureOf, UpstreamError } from '../../../core/upstream-error.ts'
import { readAddress } from '../../../model/addon-address.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { SourceManifest } from '../../../model/source-manifest.ts'
import { warn } from '../../../model/warning-texts.ts'
import type { WarningAt, WarningText } from '../../../model/warning-texts.ts'
import type { SourceSettings, UserData } from '../../../model/user-data.ts'

const withinMs = 3_000
const maxAsked = 300
const usable = ['stream', 'catalog', 'meta', 'subtitles', 'addon_catalog', 'watch_state']

export type SourceChecks = (userData: UserData) => Promise<readonly WarningAt[]>

/** Asks enabled sources for their manifests within three seconds; reports those that fail or cannot serve what is wanted. */
export function createSourceChecks(client: Pick<SourceClient, 'manifest'>): SourceChecks {
  let asked = 0

  async function manifestOf(source: SourceSettings): Promise<SourceManifest> {
    if (asked >= maxAsked) {
      throw new UpstreamError('busy', 'was not asked: too many sources are being asked at once')
    }
    asked += 1
    const { host } = readAddress(source.url)
    const late = new UpstreamError(
      'timeout',
      `${host} gave no manifest within ${spellTime(withinMs)}`,
    )
    const deadline = startDeadline(withinMs, () => late)
    try {
      const { url, name = null } = source
      const usual = { configuration: null, id: url, name, url, resources: null, mediaTypes: null }
      const options = { signal: deadline.signal, recent: true }
      const { value } = await client.manifest({ ...usual, timeout: withinMs }, options)
      return value
    } finally {
      deadline.clear()
      asked -= 1
    }
  }

  async function check(source: SourceSettings, path: readonly PropertyKey[]): Promise<WarningAt[]> {
    try {
      return describeManifest(source, await manifestOf(source), path)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const { host } = readAddress(source.url)
      const values = { problem: error.message, failure: failureOf(error), host }
      return [{ path: [...path, 'url'], ...warn('SOURCE_FAILED', values) }]
    }
  }

  return async ({ sources = [] }) => {
    const first = new Map<string, number>()
    const checks = sources.map(async (source, index): Promise<readonly WarningAt[]> => {
      if (source.enabled === false) return []
      const path = ['sources', index]
      const address = addressOf(source)
      const before = first.get(address)
      if (before !== undefined) {
        return [{ path: [...path, 'url'], ...warn('SAME_ADDRESS', { index: String(before) }) }]
      }
      first.set(address, index)
      return [...emptyLists(source, path), ...(await check(source, path))]
    })
    return (await Promise.all(checks)).flat()
  }
}

function addressOf({ url }: SourceSettings): string {
  return readAddress(url).manifest
}

function emptyLists(source: SourceSettings, path: readonly PropertyKey[]): WarningAt[] {
  return (['resources', 'mediaTypes'] as const)
    .filter((key) => source[key]?.length === 0)
    .map((key) => ({
      path: [...path, key],
      ...warn('EMPTY_LIST'),
    }))
}

function describeManifest(
  { resources = [], mediaTypes = [] }: SourceSettings,
  manifest: SourceManifest,
  path: readonly PropertyKey[],
): WarningAt[] {
  const offered = new Set(manifest.resources.map(({ name }) => name))
  if (manifest.catalogs.length > 0) offered.add('catalog')
  const types = new Set([
    ...manifest.types,
    ...manifest.resources.flatMap(({ types }) => types ?? []),
    ...manifest.catalogs.map(({ type }) => type),
  ])
  const problems: WarningAt[] = []
  const add = (key: PropertyKey[], text: WarningText) =>
    problems.push({ path: [...path, ...key], ...text })

  if (manifest.behaviorHints.configurationRequired) {
    add(['url'], warn('SOURCE_NOT_SET_UP'))
  } else if (!usable.some((name) => offered.has(name))) {
    add(['url'], warn('OFFERS_NOTHING', { usable: usable.join(', ') }))
  }
  for (const [index, name] of resources.entries()) {
    if (!offered.has(name)) add(['resources', index], notOffered(offered))
  }
  for (const [index, type] of mediaTypes.entries()) {
    if (types.size > 0 && !types.has(type)) add(['mediaTypes', index], notOffered(types))
  }
  return problems
}

function notOffered(offered: ReadonlySet<string>): WarningText {
  return warn('NOT_OFFERED', { offered: [...offered].slice(0, 10).join(', ').slice(0, 200) })
}
