/** Public-domain films and one series, for the demonstration source. */
export type DemoTitle = {
  readonly id: string
  readonly type: 'movie' | 'series'
  readonly name: string
  readonly year: number
  /** Folder at archive.org. */
  readonly archive: string
  readonly minutes: number
}

export const demoTitles: readonly DemoTitle[] = [
  {
    id: 'tt0063350',
    type: 'movie',
    name: 'Night of the Living Dead',
    year: 1968,
    archive: 'night_of_the_living_dead',
    minutes: 96,
  },
  {
    id: 'tt0013442',
    type: 'movie',
    name: 'Nosferatu',
    year: 1922,
    archive: 'nosferatu_1922',
    minutes: 94,
  },
  {
    id: 'tt0017925',
    type: 'movie',
    name: 'The General',
    year: 1926,
    archive: 'TheGeneral',
    minutes: 78,
  },
  {
    id: 'tt0032599',
    type: 'movie',
    name: 'His Girl Friday',
    year: 1940,
    archive: 'his_girl_friday',
    minutes: 92,
  },
  {
    id: 'tt0000417',
    type: 'movie',
    name: 'A Trip to the Moon',
    year: 1902,
    archive: 'Levoyagedanslalune',
    minutes: 14,
  },
  {
    id: 'tt0010323',
    type: 'movie',
    name: 'The Cabinet of Dr. Caligari',
    year: 1920,
    archive: 'TheCabinetofDrCaligari',
    minutes: 76,
  },
  {
    id: 'tt0056923',
    type: 'movie',
    name: 'Charade',
    year: 1963,
    archive: 'Charade1963',
    minutes: 113,
  },
  {
    id: 'tt0052451',
    type: 'series',
    name: 'One Step Beyond',
    year: 1959,
    archive: 'one_step_beyond',
    minutes: 25,
  },
]
