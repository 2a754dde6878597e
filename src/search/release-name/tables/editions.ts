import type { TagTable } from '../tags/tag.ts'

/** Names of cuts that are also flags. A phrase of two cuts is named after one; the flags below list it under both. */
const cuts = {
  directors:
    'directors cut, director s cut, director cut, directorscut, dircut, dir cut, directors edition, director edition, director s edition',
  extended:
    'extended, extended cut, extended edition, extended version, extendida, version extendida, extended uncut, extended directors cut, extended remastered, version longue, extended theatrical, super extended',
  theatrical: 'theatrical, theatrical cut, theatrical edition, theatrical version',
  unrated:
    'unrated, unrated cut, unrated edition, unrated directors cut, unrated version, unrated extended, extended unrated',
  remastered:
    'remastered, remaster, 4k remastered, 4k remaster, 2k remaster, digitally remastered, remasterizado, remasterizada, restaurada, restored, rekonstrukcja',
} as const

const anniversaries = '10th, 15th, 20th, 25th, 30th, 35th, 40th, 45th, 50th, 60th, 70th, 75th'
  .split(', ')
  .flatMap((nth) => [`${nth} anniversary`, `${nth} anniversary edition`])
  .join(', ')

export const editionTable: TagTable = {
  kind: 'edition',
  rows: [
    { value: "Director's Cut", likely: cuts.directors, faint: 'DC' },
    { value: 'Extended', likely: cuts.extended, faint: 'EE, EXT' },
    { value: 'Theatrical', likely: cuts.theatrical },
    { value: 'Unrated', likely: cuts.unrated },
    { value: 'Uncut', likely: 'uncut, uncut edition, uncut version' },
    { value: 'Remastered', likely: cuts.remastered },
    { value: 'Final Cut', likely: 'final cut, the final cut' },
    {
      value: 'Ultimate Edition',
      likely:
        'ultimate edition, ultimate cut, ultimate collectors edition, ultimate extended edition',
    },
    {
      value: 'Special Edition',
      likely: 'special edition, special cut, special extended edition',
      faint: 'SE',
    },
    {
      value: "Collector's Edition",
      likely: 'collectors edition, collector s edition, collector edition',
    },
    { value: 'Anniversary Edition', likely: `anniversary edition, ${anniversaries}` },
    { value: 'Criterion', likely: 'criterion, criterion collection', faint: 'CC' },
    { value: 'IMAX', likely: 'imax, imax edition, imax enhanced' },
    { value: 'Open Matte', sure: 'open matte, openmatte', faint: 'OM' },
    { value: 'Diamond Edition', likely: 'diamond edition' },
    { value: 'Roadshow', likely: 'roadshow, roadshow version, roadshow edition' },
    { value: 'Rogue Cut', likely: 'rogue cut, the rogue cut' },
    { value: 'Assembly Cut', likely: 'assembly cut' },
    { value: 'Despecialized', sure: 'despecialized, despecialized edition' },
    { value: 'Fan Edit', likely: 'fan edit, fanedit' },
    { value: 'Hybrid', likely: 'hybrid' },
    { value: 'Redux', faint: 'REDUX, Redux' },
  ],
}

export const flagTable: TagTable = {
  kind: 'flag',
  rows: [
    { value: 'proper', sure: 'real proper', likely: 'proper' },
    { value: 'repack', sure: 'repack, repack2, repack3, rerip, repacked' },
    {
      value: 'extended',
      likely: `${cuts.extended}, unrated extended, extended unrated, ultimate extended edition, special extended edition`,
      faint: 'EE, EXT',
    },
    { value: 'unrated', likely: cuts.unrated },
    { value: 'remastered', likely: `${cuts.remastered}, extended remastered` },
    {
      value: 'directorsCut',
      likely: `${cuts.directors}, extended directors cut, unrated directors cut`,
      faint: 'DC',
    },
    { value: 'theatrical', likely: `${cuts.theatrical}, extended theatrical` },
    {
      value: 'hardcoded',
      sure: 'hc hdrip, hc hd rip, hchdrip, hardcoded, hardsub, hardsubs, hard sub, hard subs, hardsubbed',
      faint: 'HC, hc',
    },
    {
      value: 'upscaled',
      sure: 'upscaled, upscale, upscaling, ai upscale, ai upscaled, ai enhanced, ai upscaling, upsuhd',
    },
    {
      value: 'uncensored',
      sure: 'uncensored, uncen, decensored, sin censura',
    },
    {
      value: 'complete',
      sure: 'complete series, full series, the complete series, complete collection, complete set, complete saga, complete tv series, complete box set, boxset, box set, completa, completo, serie completa, coleccion completa, pentalogy, tetralogy, quadrilogy, hexalogy, heptalogy, octalogy, trilogia, duology, dilogy, tv version',
      likely:
        'complete, trilogy, movie collection, film collection, anthology, full set, completas, intégrale, integrale, complete pack, movie pack',
      faint: 'collection, saga',
    },
    {
      value: 'dubbed',
      sure: 'dual audio, dualaudio, multi audio, multiaudio, multi dub, multidub, dublado, dublada, dubbing pl, dubbingpl, line dubbed, mic dubbed, tv dubbed, ac3 dubbed',
      likely: 'dubbed, dub, dubs, dubbing, dublaj, dual, lektor',
    },
    {
      value: 'subbed',
      sure: 'subbed, multi subs, multisubs, multi sub, multisub, msubs, msub, esub, esubs, e subs, e sub, fansub, fansubs, fansubbed, softsub, softsubs, soft subs, soft sub, hardsub, hardsubs, hard sub, hard subs, vostfr, vost, legendado, legendada, subtitulado, subtitulada, subtitulos, subtítulos, napisy pl, napisypl, multiple subtitle, multiple subtitles, subforced, sub forced, norsk undertekst, subtitles, subtitled, undertekst',
      likely: 'sub, subs, sdh, legendas, legenda, napisy',
    },
  ],
}
