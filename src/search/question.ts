import { animeSpaces, formatMediaId, type IdSpace, type MediaId } from '../model/media-id.ts'
import type { ManifestResource, SourceManifest } from '../model/source-manifest.ts'
import type { Source } from '../model/source.ts'

/** How a source is asked for a title, or why it is not asked, as the end of a sentence that begins with its name. */
export type Question = { readonly type: string; readonly id: string } | { readonly skip: string }

export type QuestionRequest = {
  readonly source: Source
  readonly manifest: SourceManifest
  /** `stream` or `meta`. */
  readonly resource: string
  readonly type: string
  readonly id: MediaId
  /** The same title in some of the wanted spaces, as `IdTranslator`. */
  readonly translate: (wanted: readonly IdSpace[]) => Promise<readonly MediaId[]>
}

/** Decides type and id that the source itself declares: the given id where it can, else a translation of it. */
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

/** Sources file anime under `anime` or under what it is besides. */
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
    if (offers.some((offer) => acceptsType(offer, type) && acceptsId(offer, id)))
      return { type, id }
  }
  return null
}

function acceptsType({ types }: ManifestResource, type: string): boolean {
  return types?.includes(type) ?? true
}

function acceptsId({ idPrefixes }: ManifestResource, id: string): boolean {
  return idPrefixes?.some((prefix) => id.startsWith(prefix)) ?? true
}

/** The id spaces behind the declared prefixes, in their order. */
function spacesOf(offers: readonly ManifestResource[]): readonly IdSpace[] {
  const prefixes = offers.flatMap(({ idPrefixes }) => idPrefixes ?? [])
  return [...new Set(prefixes.flatMap((prefix) => spaceOf(prefix) ?? []))]
}

function spaceOf(prefix: string): IdSpace | null {
  if (/^tt$/i.test(prefix)) return 'imdb'
  const name = /^(tmdb|tvdb|kitsu|mal|anilist|anidb):?$/i.exec(prefix)?.[1]
  return name ? (name.toLowerCase() as IdSpace) : null
}
