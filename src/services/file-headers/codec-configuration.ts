import type { VideoRange } from '../../model/media-stream.ts'

/** Bits per colour channel, by the record that decoders are set up with; null: it does not say. */
export function bitDepthOf(codec: string, record: Buffer | null): number | null {
  if (record === null) return null
  if (codec === 'hevc') return record.length > 17 ? (record[17]! & 7) + 8 : null
  if (codec === 'h264') return record.length > 1 ? depthOfAvc(record[1]!) : null
  if (codec !== 'av1' || record.length < 3) return null
  if ((record[2]! & 0x40) === 0) return 8
  return (record[2]! & 0x20) === 0 ? 10 : 12
}

export function profileOf(codec: string, record: Buffer | null): string | null {
  if (record === null || record.length < 2) return null
  if (codec === 'hevc') return hevcProfiles[record[1]! & 0x1f] ?? null
  return codec === 'h264' ? (avcProfiles[record[1]!] ?? null) : null
}

const hevcProfiles: Readonly<Record<number, string>> = { 1: 'Main', 2: 'Main 10', 4: 'Rext' }
const avcProfiles: Readonly<Record<number, string>> = {
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
}

/** The profiles from High 10 on may have more; nobody releases films in them but in 10 bits. */
function depthOfAvc(profile: number): number {
  return profile === 110 ? 10 : 8
}

const pq = 16
const hlg = 18

/** By the transfer characteristics of ITU-T H.273, and the record of Dolby Vision. Null: neither says. */
export function rangeOf(transfer: number | null, dolbyVision: Buffer | null): VideoRange | null {
  const base = dolbyVision && rangeOfDolbyVision(dolbyVision)
  if (base) return base
  // 2: unspecified.
  if (transfer === null || transfer === 0 || transfer === 2) return null
  if (transfer === pq) return 'HDR10'
  return transfer === hlg ? 'HLG' : 'SDR'
}

/** Four compatibility bits say what devices without Dolby Vision see. */
function rangeOfDolbyVision(record: Buffer): VideoRange | null {
  if (record.length < 5) return null
  const profile = record[2]! >> 1
  const compatible = record[4]! >> 4
  if (profile === 5) return 'DOVI'
  if (profile === 7 || compatible === 1 || compatible === 6) return 'DOVIWithHDR10'
  if (compatible === 4) return 'DOVIWithHLG'
  return compatible === 2 ? 'DOVIWithSDR' : 'DOVI'
}
