// Names of codecs in Matroska, in the words of the Jellyfin API.

const videoCodecs: Readonly<Record<string, string>> = {
  'V_MPEG4/ISO/AVC': 'h264',
  'V_MPEGH/ISO/HEVC': 'hevc',
  'V_MPEGI/ISO/VVC': 'vvc',
  V_MPEG2: 'mpeg2video',
  V_MPEG1: 'mpeg1video',
}
const fourCharacters: Readonly<Record<string, string>> = {
  WVC1: 'vc1',
  WMV3: 'wmv3',
  XVID: 'mpeg4',
  DIVX: 'mpeg4',
  DX50: 'mpeg4',
  MP4V: 'mpeg4',
  H264: 'h264',
}

export function videoCodecOf(written: string, record: Buffer | null): string {
  if (written === 'V_MS/VFW/FOURCC') {
    const code = record?.toString('latin1', 16, 20).toUpperCase() ?? ''
    return fourCharacters[code] ?? 'mpeg4'
  }
  if (written.startsWith('V_MPEG4/ISO/') && written !== 'V_MPEG4/ISO/AVC') return 'mpeg4'
  return videoCodecs[written] ?? wordOf(written)
}

export function audioCodecOf(written: string, bits: number): string {
  if (written === 'A_MPEG/L3') return 'mp3'
  if (written === 'A_MPEG/L2') return 'mp2'
  if (written === 'A_PCM/FLOAT/IEEE') return `pcm_f${bits || 32}le`
  if (written.startsWith('A_PCM/INT/'))
    return `pcm_s${bits || 16}${written.endsWith('BIG') ? 'be' : 'le'}`
  // A_AAC/MPEG4/LC, A_DTS/LOSSLESS.
  return wordOf(written.split('/')[0]!)
}

const subtitleCodecs: Readonly<Record<string, string>> = {
  'S_TEXT/UTF8': 'subrip',
  'S_TEXT/ASCII': 'subrip',
  'S_TEXT/ASS': 'ass',
  'S_TEXT/SSA': 'ass',
  'S_TEXT/WEBVTT': 'webvtt',
  'D_WEBVTT/SUBTITLES': 'webvtt',
  'S_HDMV/PGS': 'PGSSUB',
  S_VOBSUB: 'DVDSUB',
  S_DVBSUB: 'DVBSUB',
}

export function subtitleCodecOf(written: string): string {
  return subtitleCodecs[written] ?? wordOf(written)
}

function wordOf(written: string): string {
  return (
    written
      .replace(/^[A-Z]_/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_') || 'unknown'
  )
}
