import type { SourceArea } from '../../model/source-health.ts'
import type { AskOptions, SourceClient } from '../../model/source-client.ts'
import type { ManifestCatalog, SourceManifest } from '../../model/source-manifest.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { Source } from '../../model/source.ts'
import { acceptsTitle } from '../../search/question.ts'

export type TestClient = Pick<
  SourceClient,
  'manifest' | 'streams' | 'meta' | 'catalog' | 'subtitles'
>

export type Title = { readonly type: string; readonly id: string }

export type SourceSample = {
  readonly name: string
  readonly description: string
  readonly filename: string | null
}

export type SourceAnswer = {
  /** Null: its manifest offers nothing that can be asked for. */
  readonly area: SourceArea | null
  /** The name of the catalog that was asked for. */
  readonly catalog: string | null
  readonly samples: readonly SourceSample[]
}

const resources = {
  stream: 'streams',
  meta: 'metadata',
  catalog: 'catalogs',
  subtitles: 'subtitles',
} as const satisfies Record<string, SourceArea>
type Resource = keyof typeof resources

/** Asks for the first thing that the source offers for the title, else for the first that it offers at all. */
export async function askWhatIsOffered(
  client: TestClient,
  source: Source,
  title: Title,
  onArea: (area: SourceArea) => void,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  const { value: manifest } = await client.manifest(source, { signal })
  const catalog = catalogFor(manifest, title)
  const isOffered = (name: Resource) =>
    name === 'catalog' ? catalog !== null : manifest.resources.some((one) => one.name === name)
  const offered = (Object.keys(resources) as Resource[]).filter(
    (name) => (source.resources?.includes(name) ?? true) && isOffered(name),
  )
  const fitting = offered.find((name) => name === 'catalog' || acceptsTitle(manifest, name, title))
  const resource = fitting ?? offered[0]
  if (resource === undefined) return { area: null, catalog: null, samples: [] }
  onArea(resources[resource])
  return {
    area: resources[resource],
    catalog: resource === 'catalog' ? (catalog!.name ?? catalog!.id) : null,
    samples: await samplesOf[resource](client, source, title, catalog!, { signal, recent: true }),
  }
}

type Ask = (
  client: TestClient,
  source: Source,
  title: Title,
  catalog: ManifestCatalog,
  options: AskOptions,
) => Promise<readonly SourceSample[]>

const samplesOf: Readonly<Record<Resource, Ask>> = {
  async stream(client, source, { type, id }, _catalog, options) {
    return (await client.streams(source, type, id, options)).value
  },
  async meta(client, source, { type, id }, _catalog, options) {
    const { value } = await client.meta(source, type, id, options)
    return value === null ? [] : [sampleOf(value)]
  },
  async catalog(client, source, _title, { type, id, extra }, options) {
    const needed = extra.filter(({ isRequired }) => isRequired)
    const values = Object.fromEntries(needed.map((one) => [one.name, one.options[0]!]))
    return (await client.catalog(source, type, id, values, options)).value.map(sampleOf)
  },
  async subtitles(client, source, { type, id }, _catalog, options) {
    const { value } = await client.subtitles(source, type, id, {}, options)
    return value.map(({ lang, id: name }) => sample(lang ?? name ?? '?'))
  },
}

function sampleOf({ name, year }: SourceMeta): SourceSample {
  return sample(name, year === null ? '' : `(${year})`)
}

function sample(name: string, description = ''): SourceSample {
  return { name, description, filename: null }
}

/** One that can be read without a question, of the type if there is one. */
function catalogFor({ catalogs }: SourceManifest, { type }: Title): ManifestCatalog | null {
  const readable = catalogs.filter(({ extra }) =>
    extra.every(({ isRequired, options }) => !isRequired || options.length > 0),
  )
  return readable.find((one) => one.type === type) ?? readable[0] ?? null
}
