import { startDeadline, spellTime } from '../../../core/deadline.ts'
import type { Problem } from '../../../core/invalid-config.ts'
import { UpstreamError } from '../../../core/upstream-error.ts'
import { readAddress } from '../../../model/addon-address.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { SourceManifest } from '../../../model/source-manifest.ts'
import type { SourceSettings, UserData } from '../../../model/user-data.ts'

const withinMs = 3_000
const maxAsked = 300
const usable = ['stream', 'catalog', 'meta', 'subtitles', 'addon_catalog', 'watch_state']

export type SourceChecks = (userData: UserData) => Promise<readonly Problem[]>

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

  async function check(source: SourceSettings, path: readonly PropertyKey[]): Promise<Problem[]> {
    try {
      return describeManifest(source, await manifestOf(source), path)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return [{ path: [...path, 'url'], message: `cannot be used now: ${error.message}` }]
    }
  }

  return async ({ sources = [] }) => {
    const first = new Map<string, number>()
    const checks = sources.map(async (source, index): Promise<readonly Problem[]> => {
      if (source.enabled === false) return []
      const path = ['sources', index]
      const address = addressOf(source)
      const before = first.get(address)
      if (before !== undefined) {
        return [{ path: [...path, 'url'], message: `is also the address of sources[${before}]` }]
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

function emptyLists(source: SourceSettings, path: readonly PropertyKey[]): Problem[] {
  return (['resources', 'mediaTypes'] as const)
    .filter((key) => source[key]?.length === 0)
    .map((key) => ({
      path: [...path, key],
      message: 'is empty, so the source is never asked; leave it out for everything it offers',
    }))
}

function describeManifest(
  { resources = [], mediaTypes = [] }: SourceSettings,
  manifest: SourceManifest,
  path: readonly PropertyKey[],
): Problem[] {
  const offered = new Set(manifest.resources.map(({ name }) => name))
  if (manifest.catalogs.length > 0) offered.add('catalog')
  const types = new Set([
    ...manifest.types,
    ...manifest.resources.flatMap(({ types }) => types ?? []),
    ...manifest.catalogs.map(({ type }) => type),
  ])
  const problems: Problem[] = []
  const warn = (key: PropertyKey[], message: string) =>
    problems.push({ path: [...path, ...key], message })

  if (manifest.behaviorHints.configurationRequired) {
    warn(['url'], 'must be set up on its own page first; use the address that page gives you')
  } else if (!usable.some((name) => offered.has(name))) {
    warn(['url'], `offers nothing that can be used: ${usable.join(', ')}`)
  }
  for (const [index, name] of resources.entries()) {
    if (!offered.has(name)) warn(['resources', index], `is not offered; ${listed(offered)}`)
  }
  for (const [index, type] of mediaTypes.entries()) {
    if (types.size > 0 && !types.has(type))
      warn(['mediaTypes', index], `is not offered; ${listed(types)}`)
  }
  return problems
}

function listed(offered: ReadonlySet<string>): string {
  return `the source offers ${[...offered].slice(0, 10).join(', ').slice(0, 200)}`
}
