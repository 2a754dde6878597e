import { animeSpaces, formatMediaId, type IdSpace, type MediaId } from '../model/media-id.ts'
import type { ManifestResource, SourceManifest } from '../model/source-manifest.ts'
import type { Source } from '../model/source.ts'

/** How to ask a source for a title, or why not, as the end of a sentence that begins with its name. */
export type Question = { readonly type: string; readonly id: string } | { readonly skip: string }

export type QuestionRequest = {
  readonly source: Source
  readonly manifest: SourceManifest
  readonly resource: string
  readonly type: string
  readonly id: MediaId
  readonly translate: (wanted: readonly IdSpace[]) => Promise<readonly MediaId[]>
}

export async function chooseQuestion(request: QuestionRequest): Promise<Question> {
  const { source, manifest, resource, type, id } = request
  if (source.resources && !source.resources.includes(resource)) {
    return { skip: `is not set up for ${resource} requests` }
  }
  const offers = manifest.resources.filter(({ name }) => name === resource)
  if (offers.length === 0) return { skip: `offers no ${resource} resource` }
  const isWanted = (name: string) => source.mediaTypes?.includes(name) ?? true
  const types = typesFor(type, id).filter(isWanted)
  if (types.length === 0) return { skip: `is not set up for the type ${type}` }
  const fitting = offers.filter((offer) => types.some((name) => acceptsType(offer, name)))
  if (fitting.length === 0) return { skip: `does not offer the type ${type}` }

  const direct = fit(fitting, types, id)
  if (direct) return direct
  const wanted = spacesOf(fitting)
  const translated = wanted.length > 0 ? await request.translate(wanted) : []
  for (const space of wanted) {
    for (const other of translated.filter((candidate) => candidate.space === space)) {
      const question = fit(fitting, types, other)
      if (question) return question
    }
  }
  const known = [...new Set(fitting.flatMap(({ idPrefixes }) => idPrefixes ?? []))]
  return { skip: `knows only ids that begin with ${known.slice(0, 5).join(', ')}` }
}

/** Anime is filed under `anime`, or as a film or series. */
function typesFor(type: string, { space, episode }: MediaId): readonly string[] {
  if (type === 'anime') return ['anime', episode === null ? 'movie' : 'series']
  return animeSpaces.has(space) ? [type, 'anime'] : [type]
}

function fit(
  offers: readonly ManifestResource[],
  types: readonly string[],
  mediaId: MediaId,
): Question | null {
  const id = formatMediaId(mediaId)
  for (const type of types) {
    if (offers.some((offer) => accepts(offer, { type, id }))) return { type, id }
  }
  return null
}

/** Whether the source says that it has something for just this id. */
export function acceptsTitle(
  { resources }: SourceManifest,
  resource: string,
  title: { readonly type: string; readonly id: string },
): boolean {
  return resources.some((offer) => offer.name === resource && accepts(offer, title))
}

function accepts(offer: ManifestResource, { type, id }: { type: string; id: string }): boolean {
  return acceptsType(offer, type) && acceptsId(offer, id)
}

function acceptsType({ types }: ManifestResource, type: string): boolean {
  return types?.includes(type) ?? true
}

function acceptsId({ idPrefixes }: ManifestResource, id: string): boolean {
  return idPrefixes?.some((prefix) => id.startsWith(prefix)) ?? true
}

function spacesOf(offers: readonly ManifestResource[]): readonly IdSpace[] {
  const prefixes = offers.flatMap(({ idPrefixes }) => idPrefixes ?? [])
  return [...new Set(prefixes.flatMap((prefix) => spaceOfPrefix(prefix) ?? []))]
}

export function spaceOfPrefix(prefix: string): IdSpace | null {
  if (/^tt$/i.test(prefix)) return 'imdb'
  const name = /^(tmdb|tvdb|kitsu|mal|anilist|anidb):?$/i.exec(prefix)?.[1]
  return name ? (name.toLowerCase() as IdSpace) : null
}
