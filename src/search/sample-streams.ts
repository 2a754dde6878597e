import type { MediaQuery } from '../model/search-result.ts'
import { emptyStream } from '../model/source.ts'

type Row = readonly [name: string, gigabytes: number, seeders: number]

/** The film that the sample pretends to be found for. */
export const sampleQuery: MediaQuery = {
  type: 'movie',
  id: 'tt0063350',
  season: null,
  episode: null,
  anime: false,
  titles: ['Night of the Living Dead', 'Die Nacht der lebenden Toten'],
  year: 1968,
  endYear: null,
  runtime: 96,
  alternativeEpisodes: [],
}

const torrents: readonly Row[] = [
  [
    'Night.of.the.Living.Dead.1968.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.TrueHD.7.1-LANTERN.mkv',
    58,
    31,
  ],
  [
    'Night.of.the.Living.Dead.1968.2160p.UHD.BluRay.x265.10bit.HDR10+.DTS-HD.MA.5.1-HOLLOW.mkv',
    24.6,
    88,
  ],
  ['Night.of.the.Living.Dead.1968.2160p.BluRay.DV.HDR.x265.Atmos.7.1-GRAVEL.mkv', 19.2, 140],
  ['Night.of.the.Living.Dead.1968.2160p.WEB-DL.DDP5.1.HDR10.HEVC-BARROW.mkv', 14.1, 210],
  ['Night of the Living Dead (1968) 2160p AI Upscaled x265 AAC-SHARPEN.mkv', 9.8, 64],
  ['Night.of.the.Living.Dead.1968.1440p.WEBRip.AV1.Opus.2.0-MOTH.mkv', 4.4, 17],
  [
    'Night.of.the.Living.Dead.1968.REMASTERED.1080p.BluRay.REMUX.AVC.FLAC.1.0-LANTERN.mkv',
    26.3,
    73,
  ],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.x264.DTS-HD.MA.5.1-CELLAR.mkv', 11.7, 160],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.x265.10bit.AAC.5.1-TINDER.mkv', 3.2, 402],
  ['Night of the Living Dead 1968 1080p BluRay x264 AAC 2.0-WILLOW.mp4', 1.9, 655],
  ['Night.of.the.Living.Dead.1968.German.DL.1080p.BluRay.x264-NEBEL.mkv', 9.1, 52],
  ['Die.Nacht.der.lebenden.Toten.1968.German.1080p.BluRay.AVC-NEBEL.mkv', 8.4, 23],
  ['Night.of.the.Living.Dead.1968.SPANISH.1080p.BluRay.x264.AC3-SIERRA.mkv', 7.7, 41],
  ['Night.of.the.Living.Dead.1968.FRENCH.1080p.WEB-DL.H264-BRUME.mkv', 5.5, 36],
  ['Night.of.the.Living.Dead.1968.iTALiAN.1080p.BluRay.x265-NOTTE.mkv', 4.9, 28],
  ['Night.of.the.Living.Dead.1968.MULTi.1080p.BluRay.x264.DTS-QUORUM.mkv', 12.9, 58],
  ['Night.of.the.Living.Dead.1968.JAPANESE.1080p.BluRay.x264-YORU.mkv', 7.1, 14],
  ['Night.of.the.Living.Dead.1968.Hindi.Dubbed.1080p.WEBRip.x264-RAAT.mkv', 2.4, 47],
  ['Night.of.the.Living.Dead.1968.720p.BluRay.x264.AC3-CELLAR.mkv', 4.2, 120],
  ['Night.of.the.Living.Dead.1968.720p.WEBRip.x265.AAC-TINDER.mkv', 0.9, 333],
  ['Night.of.the.Living.Dead.1968.720p.HDTV.x264-RELAY.mkv', 2.2, 18],
  ['Night.of.the.Living.Dead.1968.576p.DVDRip.x265.AAC-OLDREEL.mkv', 1.3, 22],
  ['Night.of.the.Living.Dead.1968.480p.DVDRip.XviD.MP3-OLDREEL.avi', 0.7, 96],
  ['Night.of.the.Living.Dead.1968.480p.WEB-DL.x264-POCKET.mp4', 0.5, 210],
  ['Night.of.the.Living.Dead.1968.360p.WEBRip.x264-POCKET.mp4', 0.3, 12],
  ['Night.of.the.Living.Dead.1968.DVD5.NTSC.MPEG-2.DD.1.0-ATTIC.iso', 4.3, 7],
  ['Night.of.the.Living.Dead.1968.CAM.x264-SHAKY.mkv', 1.1, 260],
  ['Night.of.the.Living.Dead.1968.HDTS.1080p.x264-SHAKY.mkv', 2.3, 190],
  ['Night.of.the.Living.Dead.1968.TC.720p.x264-BOOTH.mkv', 1.5, 33],
  ['Night.of.the.Living.Dead.1968.DVDSCR.XviD-BOOTH.avi', 1.0, 11],
  ['Night.of.the.Living.Dead.1990.1080p.BluRay.x264.DTS-CELLAR.mkv', 9.4, 85],
  ['Night.of.the.Living.Dead.3D.2006.1080p.BluRay.Half-SBS.x264-DEPTH.mkv', 8.8, 19],
  ['Dawn.over.the.Quiet.Marsh.2019.1080p.WEB-DL.DDP5.1.H264-FENLAND.mkv', 6.1, 77],
  ['Night.of.the.Living.Dead.1968.EXTENDED.1080p.BluRay.x264.AC3-LONGCUT.mkv', 10.2, 9],
  ['Night.of.the.Living.Dead.1968.Colorized.1080p.WEBRip.x264-PAINT.mkv', 3.9, 25],
  ['Night.of.the.Living.Dead.1968.PROPER.1080p.BluRay.x264.DTS-CELLAR.mkv', 11.8, 0],
]

const cached: readonly Row[] = [
  [
    'Night.of.the.Living.Dead.1968.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.TrueHD.Atmos.7.1-LANTERN.mkv',
    61.2,
    0,
  ],
  ['Night.of.the.Living.Dead.1968.2160p.BluRay.DV.HDR.x265.Atmos.7.1-GRAVEL.mkv', 19.2, 0],
  ['Night.of.the.Living.Dead.1968.2160p.BluRay.SDR.x265.DTS-HD.MA.5.1-HOLLOW.mkv', 17.5, 0],
  ['Night.of.the.Living.Dead.1968.2160p.WEB-DL.DDP5.1.Atmos.DV.HEVC-BARROW.mkv', 15.3, 0],
  ['Night.of.the.Living.Dead.1968.2160p.WEBRip.HLG.x265.AAC.5.1-MOTH.mkv', 8.2, 0],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-LANTERN.mkv', 25.1, 0],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.x265.10bit.AAC.5.1-TINDER.mkv', 3.2, 0],
  ['Night.of.the.Living.Dead.1968.1080p.WEB-DL.DDP5.1.H264-BARROW.mkv', 5.8, 0],
  ['Night.of.the.Living.Dead.1968.1080p.WEB-DL.AV1.Opus.5.1-MOTH.mkv', 2.1, 0],
  ['Night.of.the.Living.Dead.1968.German.DL.1080p.BluRay.x264-NEBEL.mkv', 9.1, 0],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.x264.DTS-HD.MA.5.1-CELLAR.mkv', 11.7, 0],
  ['Night.of.the.Living.Dead.1968.720p.BluRay.x264.AC3-CELLAR.mkv', 4.2, 0],
  ['Night.of.the.Living.Dead.1968.720p.WEB-DL.AAC2.0.H264-BARROW.mkv', 1.7, 0],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.IMAX.x265.DTS-X.7.1-GRAVEL.mkv', 13.6, 0],
]

const direct: readonly Row[] = [
  ['Night.of.the.Living.Dead.1968.1080p.WEB.H264.AAC-ARCHIVE.mp4', 3.4, 0],
  ['Night.of.the.Living.Dead.1968.720p.WEB.H264.AAC-ARCHIVE.mp4', 1.6, 0],
  ['Night.of.the.Living.Dead.1968.480p.WEB.H264.AAC-ARCHIVE.mp4', 0.6, 0],
  ['Night.of.the.Living.Dead.1968.240p.WEB.H264.AAC-ARCHIVE.mp4', 0.2, 0],
  ['night_of_the_living_dead.ogv', 0.8, 0],
  ['NOTLD 1968 restored print.mkv', 5.1, 0],
  ['Night of the Living Dead 1968 VP9 1080p WEBM.webm', 2.7, 0],
  ['Night.of.the.Living.Dead.1968.1080p.WEB.ESub.x264-VOSE.mkv', 3.1, 0],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.VC-1.DD.1.0-ATTIC.m2ts', 21.9, 0],
  ['Night.of.the.Living.Dead.1968.SATRip.576p.MPEG-2-DISH.ts', 2.9, 0],
]

const bytesOf = (gigabytes: number): number => Math.round(gigabytes * 1e9)
const addressOf = (name: string): string => `https://files.example/${encodeURIComponent(name)}`

/** What three sources might answer: torrents, files that a service has, and plain files. */
export const sampleBatches = [
  {
    source: { id: 'sample-torrents', name: 'Torrents' },
    streams: torrents.map(([filename, gigabytes, seeders], index) => ({
      ...emptyStream,
      name: 'Torrents',
      description: `${filename}\n👤 ${seeders}`,
      infoHash: index.toString(16).padStart(40, '5a'),
      filename,
      videoSize: bytesOf(gigabytes),
    })),
  },
  {
    source: { id: 'sample-service', name: 'Service' },
    streams: cached.map(([filename, gigabytes], index) => ({
      ...emptyStream,
      name: index % 5 === 4 ? '[TB download] Service' : '[RD+] Service',
      description: filename,
      url: addressOf(filename),
      filename,
      videoSize: bytesOf(gigabytes),
    })),
  },
  {
    source: { id: 'sample-files', name: 'Files' },
    streams: direct.map(([filename, gigabytes]) => ({
      ...emptyStream,
      name: 'Files',
      description: filename,
      url: addressOf(`files/${filename}`),
      filename,
      videoSize: bytesOf(gigabytes),
    })),
  },
]
