import type { TagTable } from '../tags/tag.ts'

export const visualTagTable: TagTable = {
  kind: 'visual',
  rows: [
    { value: 'DV', sure: 'dovi, dolby vision, dolbyvision, dvhdr, dvhe', faint: 'dv' },
    { value: 'HDR10+', sure: 'hdr10+, hdr10plus, hdr10 plus, hdr10p, hdr 10 plus, hdr 10+' },
    { value: 'HDR10', sure: 'hdr10, hdr 10' },
    { value: 'HDR', sure: 'hdr, dvhdr, hdrvivid, uhdhdr, hdr+' },
    { value: 'HLG', sure: 'hlg' },
    { value: 'SDR', sure: 'sdr' },
    { value: '12bit', sure: '12bit, 12 bit, 12bits, 12 bits' },
    {
      value: '10bit',
      sure: '10bit, 10 bit, 10bits, 10 bits, hi10, hi10p, hevc10, hevc 10, yuv420p10, ma10p',
    },
    { value: '8bit', sure: '8bit, 8 bit, 8bits, 8 bits' },
    {
      value: '3D',
      sure: 'hsbs, h sbs, halfsbs, half sbs, fullsbs, full sbs, fsbs, f sbs, hou, halfou, half ou, full ou, fullou, h ou, htab, h tab, half tab, half tob, side by side, sidebyside, half sidebyside, half side by side, full side by side, half over under, over under, 3dbd, 3d blu ray, 3d bluray, bd3d, anaglyph, 3dhsbs, 3d sbs, 3d ou, 3d hsbs, 3d half sbs, 3d h sbs, bluray3d, blu ray 3d, bluray 3d, mvc',
      likely: '3d, sbs',
      faint: 'OU, TAB',
    },
    { value: 'IMAX', likely: 'imax, imax edition, imax enhanced, imax hybrid' },
  ],
}
