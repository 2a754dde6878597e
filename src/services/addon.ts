import { counted } from '../core/counted.ts'
import type { SourceClient } from '../model/source-client.ts'
import type { ManifestResource } from '../model/source-manifest.ts'
import type { Source } from '../model/source.ts'
import { configurationOf, sourcesOf } from './caller.ts'
import type { Caller, Directory } from './caller.ts'

export type Addon = {
  readonly name: string
  readonly description: string
  readonly logo: string | null
  readonly types: readonly string[]
  readonly idPrefixes: readonly string[] | null
}

export type AddonService = ReturnType<typeof createAddonService>

export type AddonOptions = {
  readonly configurations: Directory
  readonly client: Pick<SourceClient, 'manifest'>
  readonly serverName: string
  /** Prefixes of ids that are translated for sources that do not know them. */
  readonly translatedPrefixes: () => readonly string[]
}

const usualTypes = ['movie', 'series']
/** Players wait for a manifest, so slow sources are left out of it. */
const manifestWaitMs = 3_000

export function createAddonService({
  configurations,
  client,
  serverName,
  translatedPrefixes,
}: AddonOptions) {
  async function streamResource(
    source: Source,
    signal: AbortSignal,
  ): Promise<ManifestResource | null> {
    try {
      const { value } = await client.manifest(source, { signal })
      return value.resources.find(({ name }) => name === 'stream') ?? null
    } catch {
      return null
    }
  }

  return {
    async describe(caller: Caller): Promise<Addon> {
      const { userData, configuration } = await configurationOf(configurations, caller)
      const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(manifestWaitMs)])
      const found = await Promise.all(
        sourcesOf(userData, configuration).map((source) => streamResource(source, signal)),
      )
      const resources = found.filter((resource) => resource !== null)
      const types = new Set([
        ...usualTypes,
        ...resources.flatMap((resource) => resource.types ?? []),
      ])
      const anyId =
        resources.length === 0 || resources.some(({ idPrefixes }) => idPrefixes === null)
      return {
        name: userData.name ?? serverName,
        description:
          userData.description ??
          `Streams from ${counted(found.length, 'source')}, sorted and without duplicates.`,
        logo: userData.logo ?? null,
        types: [...types],
        idPrefixes: anyId
          ? null
          : [
              ...new Set([
                ...resources.flatMap(({ idPrefixes }) => idPrefixes!),
                ...translatedPrefixes(),
              ]),
            ],
      }
    },
  }
}
