import type { TagTable } from '../tags/tag.ts'

/** Sizes such as 1920x1080 are read in `compounds.ts`. */
export const resolutionTable: TagTable = {
  kind: 'resolution',
  rows: [
    { value: '2160p', sure: '2160p, 2160i, uhd, ultra hd, 4k uhd', likely: '4k, 2160' },
    { value: '1440p', sure: '1440p, 2k, qhd' },
    { value: '1080p', sure: '1080p, 1080i, fullhd, full hd, fhd, hd1080p, m1080p', likely: '1080' },
    { value: '720p', sure: '720p, 720i, hd720p, m720p', likely: '720' },
    { value: '576p', sure: '576p, 576i, 540p' },
    { value: '480p', sure: '480p, 480i' },
    { value: '360p', sure: '360p' },
    { value: '240p', sure: '240p, 144p' },
  ],
}
