import type { AudioTag } from '../../../model/vocabulary.ts'
import type { TagTable } from '../tags/tag.ts'

export const audioTable: TagTable = {
  kind: 'audio',
  rows: [
    {
      value: 'Atmos',
      sure: 'atmos, dolby atmos, ddpa, ddpatmos, ddp atmos, truehd atmos, truehdatmos, datmos',
    },
    { value: 'TrueHD', sure: 'truehd, true hd, truehd atmos, truehdatmos, dolby truehd, thd' },
    { value: 'DTS:X', sure: 'dts x, dtsx' },
    {
      value: 'DTS-HD MA',
      sure: 'dts hd ma, dtshd ma, dtsma, dts ma, dts hdma, dtshdma, dtsmad, dts hd master, dtshd master, dts hd master audio, dts hd mad',
    },
    {
      value: 'DTS-HD',
      sure: 'dts hd, dtshd, dts hd hra, dts hra, dtshr, dts hdhr, dtshdhr, dts hd masters, dts hr',
    },
    { value: 'DTS', sure: 'dts, dtsd, dts es, dtses, dtsdl' },
    {
      value: 'DD+',
      sure: 'ddp, dd+, eac3, e ac3, e ac 3, eac 3, eac3d, ddpa, ddplus, dd plus, dolby digital plus, ddpatmos, ddp atmos, eac3dl, dolbydigitalplus',
    },
    {
      value: 'DD',
      sure: 'ac3, ac 3, ac3d, ac3dl, dolby digital, dolbydigital, dolbyd, dolby d, ac3ld, ac3md, ac3dub',
      likely: 'dd',
    },
    { value: 'FLAC', sure: 'flac, flacx2, flacx3, flacx4' },
    { value: 'PCM', sure: 'lpcm, pcm' },
    { value: 'Opus', faint: 'opus' },
    {
      value: 'AAC',
      sure: 'aac, he aac, heaac, he aacv2, heaacv2, aac lc, aaclc, qaac, aacx2, aacx3, aacx4, aacv2, haac, 2aac, 3aac, 4aac',
    },
    { value: 'MP3', sure: 'mp3' },
  ],
}

/** Words that a channel layout may follow directly: `DDP5.1`. */
export const audioPrefixes: ReadonlyMap<string, readonly AudioTag[]> = new Map([
  ['dd', ['DD']],
  ['ddp', ['DD+']],
  ['dd+', ['DD+']],
  ['ddplus', ['DD+']],
  ['ddpa', ['DD+', 'Atmos']],
  ['ddpatmos', ['DD+', 'Atmos']],
  ['dolbyd', ['DD']],
  ['ac3', ['DD']],
  ['eac3', ['DD+']],
  ['aac', ['AAC']],
  ['aaclc', ['AAC']],
  ['heaac', ['AAC']],
  ['flac', ['FLAC']],
  ['opus', ['Opus']],
  ['dts', ['DTS']],
  ['dtsx', ['DTS:X']],
  ['dtshd', ['DTS-HD']],
  ['dtsma', ['DTS-HD MA']],
  ['dtshdma', ['DTS-HD MA']],
  ['hdma', ['DTS-HD MA']],
  ['ma', ['DTS-HD MA']],
  ['hra', ['DTS-HD']],
  ['truehd', ['TrueHD']],
  ['thd', ['TrueHD']],
  ['truehdatmos', ['TrueHD', 'Atmos']],
  ['atmos', ['Atmos']],
  ['pcm', ['PCM']],
  ['lpcm', ['PCM']],
  ['mp3', ['MP3']],
])

export const channelTable: TagTable = {
  kind: 'channels',
  rows: [
    { value: '7.1', sure: '8ch, 8 ch, 7ch1' },
    { value: '6.1', sure: '7ch, 7 ch' },
    { value: '5.1', sure: '6ch, 6 ch' },
    { value: '2.0', sure: '2ch, 2 ch, audio stereo', likely: 'stereo' },
    { value: '1.0', sure: '1ch, 1 ch, audio mono', likely: 'mono' },
  ],
}

export const channelsByDigits: ReadonlyMap<number, string> = new Map([
  [71, '7.1'],
  [61, '6.1'],
  [51, '5.1'],
  [50, '5.1'],
  [21, '2.1'],
  [20, '2.0'],
  [10, '1.0'],
])
