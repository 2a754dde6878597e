import { filmStream } from './addon.ts'

/** Two that differ in little, one with all that the protocol has, and two that no player of files can open. */
export const variedStreams = [
  filmStream(1),
  filmStream(2),
  {
    name: 'Web',
    url: 'https://cdn.example/3.mkv',
    title: 'Some.Film.2020.720p.WEB-DL.x264-WEB.mkv',
    subtitles: [{ id: 'en1', url: 'https://cdn.example/en.srt', lang: 'eng' }],
    behaviorHints: {
      notWebReady: true,
      proxyHeaders: { request: { 'User-Agent': 'player' } },
      countryWhitelist: ['deu'],
      videoHash: '8e245d9679d31e12',
    },
  },
  { name: 'Tube', title: 'Trailer', ytId: 'dQw4w9WgXcQ' },
  { name: 'Page', title: 'Elsewhere', externalUrl: 'https://page.example/film' },
]
