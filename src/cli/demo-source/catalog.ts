/** Public-domain films and one series for the demo sources. */
export type DemoTitle = {
  readonly id: string
  readonly type: 'movie' | 'series'
  readonly name: string
  readonly year: number
  readonly archive: string
  readonly minutes: number
  readonly genres: readonly string[]
  readonly director: string
  readonly about: string
}

export const demoTitles: readonly DemoTitle[] = [
  {
    id: 'tt0063350',
    type: 'movie',
    name: 'Night of the Living Dead',
    year: 1968,
    archive: 'night_of_the_living_dead',
    minutes: 96,
    genres: ['Horror'],
    director: 'George A. Romero',
    about: 'Seven strangers hide in a farmhouse while the dead walk outside.',
  },
  {
    id: 'tt0013442',
    type: 'movie',
    name: 'Nosferatu',
    year: 1922,
    archive: 'nosferatu_1922',
    minutes: 94,
    genres: ['Horror', 'Fantasy'],
    director: 'F. W. Murnau',
    about: 'A count from the Carpathians buys a house in a German town.',
  },
  {
    id: 'tt0017925',
    type: 'movie',
    name: 'The General',
    year: 1926,
    archive: 'TheGeneral',
    minutes: 78,
    genres: ['Comedy', 'Action'],
    director: 'Buster Keaton',
    about: 'An engine driver chases the soldiers who stole his locomotive.',
  },
  {
    id: 'tt0032599',
    type: 'movie',
    name: 'His Girl Friday',
    year: 1940,
    archive: 'his_girl_friday',
    minutes: 92,
    genres: ['Comedy', 'Romance'],
    director: 'Howard Hawks',
    about: 'An editor does everything to keep his best reporter from marrying.',
  },
  {
    id: 'tt0000417',
    type: 'movie',
    name: 'A Trip to the Moon',
    year: 1902,
    archive: 'Levoyagedanslalune',
    minutes: 14,
    genres: ['Science Fiction', 'Adventure'],
    director: 'Georges Méliès',
    about: 'Astronomers let themselves be shot to the Moon.',
  },
  {
    id: 'tt0010323',
    type: 'movie',
    name: 'The Cabinet of Dr. Caligari',
    year: 1920,
    archive: 'TheCabinetofDrCaligari',
    minutes: 76,
    genres: ['Horror', 'Mystery'],
    director: 'Robert Wiene',
    about: 'A showman commands a sleepwalker who foretells deaths.',
  },
  {
    id: 'tt0056923',
    type: 'movie',
    name: 'Charade',
    year: 1963,
    archive: 'Charade1963',
    minutes: 113,
    genres: ['Mystery', 'Romance'],
    director: 'Stanley Donen',
    about: 'A widow in Paris is chased for money that she does not have.',
  },
  {
    id: 'tt0052451',
    type: 'series',
    name: 'One Step Beyond',
    year: 1959,
    archive: 'one_step_beyond',
    minutes: 25,
    genres: ['Drama', 'Mystery'],
    director: 'John Newland',
    about: 'Stories of the inexplicable, told as true.',
  },
]
