import type { TagTable } from '../tags/tag.ts'

export const encodeTable: TagTable = {
  kind: 'encode',
  rows: [
    { value: 'AV1', sure: 'av1, av01' },
    {
      value: 'HEVC',
      sure: 'x265, x 265, h265, h 265, hevc, h265p, hevc10, hevc 10, x265n, hevcx265, reenc hevc, hecv',
    },
    {
      value: 'AVC',
      sure: 'x264, x 264, h264, h 264, avc, mpeg4avc, mpeg 4 avc, h264p, x264n, avchd, hi10, hi10p, hi444p',
    },
    { value: 'VP9', sure: 'vp9, vp 9' },
    { value: 'VC-1', sure: 'vc1, vc 1' },
    { value: 'MPEG-2', sure: 'mpeg2, mpeg 2, h262, h 262' },
    { value: 'XviD', sure: 'xvid, x vid, xvidhd, xvidvd' },
    { value: 'DivX', sure: 'divx, divx5, divx6, divxrip', faint: 'DiVX' },
  ],
}
