import type { TagTable } from '../tags/tag.ts'

/** Words that nobody filters by but that are not part of a title. */
export const noiseTable: TagTable = {
  kind: 'noise',
  rows: [
    {
      value: 'repair',
      sure: 'readnfo, read nfo, nfofix, nfo fix, dirfix, dir fix, syncfix, sync fix, samplefix, sample fix, proof fix, rarfix, convert',
    },
    {
      value: 'extras',
      sure: 'audiopack, subpack, sub pack, dvdextras, bdextras',
      likely: 'extras',
    },
    { value: 'source', sure: 'workprint, hdready, hd ready, vhs tape', likely: 'hd, sd, hq' },
    {
      value: 'audio',
      sure: 'line audio, hq line audio, hd line audio, org auds, org aud, clean audio, hq clean audio, hd clean audio',
      likely: 'commentary',
      faint: 'LD, MD, LiNE, LINE, Org, ORG',
    },
    { value: 'encoding', sure: 'reenc, reencode, ultra compressed, crf', faint: 'CBR, VBR' },
    { value: 'picture', likely: 'ws, fs, pal, ntsc, secam, widescreen, fullscreen, oar' },
    {
      value: 'kind',
      likely:
        'internal, limited, retail, stv, custom, festival, final, doku, docu, anime, incomplete, untouched, batch, miniseries, mini series, tv series, specials, ova, ovd, oad, ona, oav, ovas, rawrip, multi language, multi lingual, colorized, bonus, extra, uncompressed, real, dubforced',
      faint: 'INT, iNT, DOC, READ, AE, CE, PSP, iPOD',
    },
    { value: 'profile', likely: 'profile 5, profile 7, profile 8' },
  ],
}
