import type { TagTable } from '../tags/tag.ts'

export const videoContainers: ReadonlySet<string> = new Set(
  'mkv mk3d mp4 m4v avi ts m2ts mts tp wmv mov qt mpg mpeg mpe m2v vob iso img flv f4v webm ogm ogv divx 3gp 3g2 rm rmvb asf dvr wtv strm bin dat'.split(
    ' ',
  ),
)

export const subtitleContainers: ReadonlySet<string> = new Set(
  'srt ass ssa sub idx vtt smi sup'.split(' '),
)

export const wrapperEndings: ReadonlySet<string> = new Set(
  'torrent nzb rar zip 7z nfo par2 sfv'.split(' '),
)

/** Endings that also occur among the tags: `[H264-mp4]`. */
export const containerTable: TagTable = {
  kind: 'container',
  rows: ['mkv', 'mp4', 'avi', 'm4v', 'm2ts', 'wmv'].map((value) => ({ value, sure: value })),
}
