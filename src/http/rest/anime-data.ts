import { wordsByName } from '../../core/enum-name.ts'
import { animeSourceNames } from '../../model/anime.ts'
import type { AnimeFieldsFragment } from '../documents/documents.ts'

type Fields = AnimeFieldsFragment

const sourceOf = wordsByName(animeSourceNames)
const kindOf = wordsByName(['tv', 'movie'])
const mappingKindOf = wordsByName(['absolute', 'range', 'pairs'])
const spaceOf = wordsByName(['tvdb', 'tmdb'])

export function toAnimeData(entry: Fields) {
  const { title, type, year, mappings, alternatives, numbering, episodeMappings, sources } = entry
  return {
    title,
    type,
    year,
    mappings,
    alternatives: {
      imdbId: alternatives.imdbId,
      themoviedbId: alternatives.themoviedbId.map(toKindedId),
      traktId: alternatives.traktId.map(toKindedId),
    },
    numbering,
    episodeMappings: episodeMappings.map(({ kind, space, ...mapping }) => ({
      kind: mappingKindOf[kind],
      space: spaceOf[space],
      ...mapping,
    })),
    sources: sources.map((name) => sourceOf[name]),
  }
}

function toKindedId({ kind, id }: Fields['alternatives']['traktId'][number]) {
  return { kind: kindOf[kind], id }
}
