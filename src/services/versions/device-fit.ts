import { known } from '../../core/known.ts'
import type {
  DeviceProfile,
  DirectPlay,
  NameList,
  ProfileCondition,
  ProfileLimit,
} from '../../model/device-profile.ts'
import type { FileFacts } from './file-facts.ts'

const sameNames: Readonly<Record<string, string>> = {
  matroska: 'mkv',
  mpegts: 'ts',
  m4v: 'mp4',
  mpeg: 'mpg',
  ogv: 'ogg',
  h265: 'hevc',
  avc: 'h264',
  dca: 'dts',
  vc_1: 'vc1',
}

/** Best first. `overLine`: the device plays it, but wants fewer bits per second. */
export const deviceFits = ['fit', 'overLine', 'unfit'] as const

export type DeviceFit = (typeof deviceFits)[number]

export function fitOf(profile: DeviceProfile, facts: FileFacts): DeviceFit {
  if (cannotPlay(profile, facts)) return 'unfit'
  const { maxBitrate } = profile
  const isOver = maxBitrate !== null && facts.bitrate !== null && facts.bitrate > maxBitrate
  return isOver ? 'overLine' : 'fit'
}

/** Whether a device certainly cannot play a file: unknown facts never count against it, nor does an empty profile. */
function cannotPlay({ directPlay, limits }: DeviceProfile, facts: FileFacts): boolean {
  if (directPlay.length > 0 && !directPlay.some((direct) => mayBe(direct, facts))) return true
  return limits.some((limit) => speaksOf(limit, facts) && limit.conditions.some(isBroken(facts)))
}

/** Whether a device that plays one file should play another as well, as far as their facts are known. */
export function asksNoMore(facts: FileFacts, than: FileFacts): boolean {
  const isSame = (has: string | null, had: string | null) => had === null || has === had
  const isAtMost = (has: number | null, had: number | null) =>
    has === null || had === null || has <= had
  return (
    (facts.videoCodec === null || isSame(facts.videoCodec, than.videoCodec)) &&
    (facts.range === null || facts.range === than.range) &&
    isAtMost(facts.width, than.width) &&
    isAtMost(facts.bitDepth, than.bitDepth) &&
    isAtMost(facts.channels, than.channels) &&
    isAtMost(facts.bitrate, than.bitrate) &&
    (than.audioCodecs.length === 0 ||
      facts.audioCodecs.every((codec) => than.audioCodecs.includes(codec)))
  )
}

function mayBe({ containers, videoCodecs, audioCodecs }: DirectPlay, facts: FileFacts): boolean {
  const { container, videoCodec } = facts
  return (
    (container === null || isNamed(containers, container)) &&
    (videoCodec === null || isNamed(videoCodecs, videoCodec)) &&
    (facts.audioCodecs.length === 0 ||
      facts.audioCodecs.some((codec) => isNamed(audioCodecs, codec)))
  )
}

function speaksOf({ of, containers, codecs, applies }: ProfileLimit, facts: FileFacts): boolean {
  const { container, videoCodec } = facts
  if (containers !== null && (container === null || !isNamed(containers, container))) return false
  if (codecs !== null && of !== 'container') {
    // Unknown which of several tracks will play.
    const [track, ...others] = facts.audioCodecs
    const codec = of === 'video' ? videoCodec : others.length > 0 ? null : (track ?? null)
    if (codec === null || !isNamed(codecs, codec)) return false
  }
  return applies.every((condition) => holds(condition, facts) === true)
}

function isBroken(facts: FileFacts): (condition: ProfileCondition) => boolean {
  return (condition) => holds(condition, facts) === false
}

function holds({ condition, property, value }: ProfileCondition, facts: FileFacts): boolean | null {
  const known = propertyOf(property, facts)
  if (known === null || value === '') return null
  const values = condition === 'EqualsAny' ? value.split('|') : [value]
  const wanted = values.map((word) => word.trim().toLowerCase())
  const isOneOf = wanted.includes(String(known).toLowerCase())
  if (condition === 'EqualsAny' || condition === 'Equals') return isOneOf
  if (condition === 'NotEquals') return !isOneOf
  const bound = Number(value)
  if (typeof known !== 'number' || !Number.isFinite(bound)) return null
  return condition === 'LessThanEqual' ? known <= bound : known >= bound
}

function propertyOf(property: string, facts: FileFacts): number | string | null {
  switch (property) {
    case 'Width':
      return facts.width
    case 'Height':
      return facts.height
    case 'VideoBitDepth':
      return facts.bitDepth
    case 'VideoBitrate':
      return facts.bitrate
    case 'VideoRangeType':
      return facts.range
    case 'AudioChannels':
      return facts.channels
    default:
      return null
  }
}

export function isNamed(list: NameList | null, name: string): boolean {
  if (list === null) return true
  const wanted = canonical(name)
  return list.names.some((own) => canonical(own) === wanted) !== list.excludes
}

function canonical(name: string): string {
  return known(sameNames, name) ?? name
}
