export type Work = {
  id: number
  title: string
  /** 0: not known yet. */
  num_episodes: number
  media_type: string
  start_season: { year: number; season: string } | null
  nsfw?: boolean
}

/** What the server knows. */
export const catalogue: readonly Work[] = [
  { id: 1, title: 'Cowboy Bebop', num_episodes: 26, media_type: 'tv', start_season: spring(1998) },
  { id: 21, title: 'One Piece', num_episodes: 0, media_type: 'tv', start_season: spring(1999) },
  {
    id: 199,
    title: 'Sen to Chihiro no Kamikakushi',
    num_episodes: 1,
    media_type: 'movie',
    start_season: spring(2001),
  },
  { id: 1535, title: 'Death Note', num_episodes: 37, media_type: 'tv', start_season: null },
  {
    id: 16498,
    title: 'Shingeki no Kyojin',
    num_episodes: 25,
    media_type: 'tv',
    start_season: spring(2013),
  },
  {
    id: 40028,
    title: 'Shingeki no Kyojin: The Final Season',
    num_episodes: 16,
    media_type: 'tv',
    start_season: spring(2021),
  },
  {
    id: 48583,
    title: 'Shingeki no Kyojin: The Final Season Part 2',
    num_episodes: 12,
    media_type: 'tv',
    start_season: spring(2022),
  },
]

function spring(year: number) {
  return { year, season: 'spring' }
}
