type Copy = { readonly filename: string; readonly url: string }

export type Film = {
  readonly id: string
  readonly name: string
  readonly year: number
  readonly about: string
  readonly licence: string
  readonly picture: string
  readonly copies: readonly Copy[]
}

const archive = 'https://archive.org'
const blender = 'https://download.blender.org'

/** Films that anybody may watch and share, from those who publish them. */
export const films: readonly Film[] = [
  {
    id: 'tt0063350',
    name: 'Night of the Living Dead',
    year: 1968,
    about: 'Seven strangers hide in a farmhouse while the dead walk outside.',
    licence: 'public domain',
    picture: `${archive}/services/img/night_of_the_living_dead`,
    copies: [
      {
        filename: 'Night.of.the.Living.Dead.1968.mp4',
        url: `${archive}/download/night_of_the_living_dead/night_of_the_living_dead.mp4`,
      },
      {
        filename: 'Night.of.the.Living.Dead.1968.512kb.mp4',
        url: `${archive}/download/night_of_the_living_dead/night_of_the_living_dead_512kb.mp4`,
      },
    ],
  },
  {
    id: 'tt1254207',
    name: 'Big Buck Bunny',
    year: 2008,
    about: 'A large rabbit has enough of three small bullies.',
    licence: 'CC BY 3.0, Blender Foundation',
    picture: `${archive}/services/img/BigBuckBunny_124`,
    copies: [
      {
        filename: 'Big.Buck.Bunny.2008.1080p.H264.mov',
        url: `${blender}/peach/bigbuckbunny_movies/big_buck_bunny_1080p_h264.mov`,
      },
      {
        filename: 'Big.Buck.Bunny.2008.720p.H264.mov',
        url: `${blender}/peach/bigbuckbunny_movies/big_buck_bunny_720p_h264.mov`,
      },
    ],
  },
  {
    id: 'tt1727587',
    name: 'Sintel',
    year: 2010,
    about: 'A lonely young woman searches for the dragon that she once nursed.',
    licence: 'CC BY 3.0, Blender Foundation',
    picture: `${archive}/services/img/Sintel`,
    copies: [
      {
        filename: 'Sintel.2010.1080p.mkv',
        url: `${blender}/durian/movies/Sintel.2010.1080p.mkv`,
      },
      {
        filename: 'Sintel.2010.720p.mkv',
        url: `${blender}/durian/movies/Sintel.2010.720p.mkv`,
      },
    ],
  },
  {
    id: 'tt2285752',
    name: 'Tears of Steel',
    year: 2012,
    about: 'Warriors and scientists stage the past to save Amsterdam from robots.',
    licence: 'CC BY 3.0, Blender Foundation',
    picture: `${archive}/services/img/Tears-of-Steel`,
    copies: [
      {
        filename: 'Tears.of.Steel.2012.720p.mov',
        url: `${blender}/demo/movies/ToS/tears_of_steel_720p.mov`,
      },
    ],
  },
]
