const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const seasonWords = words(
  'season seasons saison saisons temporada temporadas temp stagione stagioni staffel staffeln ' +
    'seizoen seizoenen sesong säsong sasong sæson saeson kausi sezon sezona sezony sezonul sezonas ' +
    'sez évad evad сезон сезона сезоны シーズン 시즌',
)

export const seasonPrefixes = words('series serie s se')

export const episodeWords = words(
  'episode episodes episodio episodios episódio episódios épisode épisodes ep eps epi capitulo ' +
    'capitulos capítulo capítulos cap caap folge folgen odc odcinek odcinki afl aflevering ' +
    'avsnitt jakso epizoda epizod bölüm bolum серия серии серий сер эпизод эпизоды выпуск seria ' +
    'serii seriya serija serya ser',
)

/** Films use them as well: `Moth Wars Episode 4`. */
export const filmEpisodeWords = words('episode episodio episódio épisode')

/** Spanish numbers that include the season: `Cap.209` is episode 9 of season 2. */
export const combinedEpisodeWords = words('cap caap')

export const episodeMarks = words('e ep eps x xe ex')

/** Counted beside seasons: `Season 1 2 3 + 4 Movies`. */
export const otherCounts = words('movie movies film films ova ovas special specials extra extras')

export const rangeWords = words('to ao a à bis thru through до по')
export const listWords = words('and und et e y i и')

/** `5of6`, `1 из 20`. */
export const ofWords = words('of iz из')

export const ordinalEndings = words('st nd rd th a ª º ° o й я ая ый ой ja ya âº âª')

export const ordinalWords: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
)

export const seasonCounters = words('季 期 シーズン 시즌 部')
export const episodeCounters = words('話 话 集 回 화')

export const monthNames: ReadonlyMap<string, number> = new Map(
  (
    'jan january, feb february, mar march, apr april, may, jun june, jul july, aug august, ' +
    'sep sept september, oct october, nov november, dec december'
  )
    .split(', ')
    .flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)
