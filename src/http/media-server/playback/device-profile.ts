import { cutText, detached } from '../../../core/cut-text.ts'
import { enumName } from '../../../core/enum-name.ts'
import { isRecord } from '../../../core/json.ts'
import { conditionKinds, deliveryMethods } from '../../../model/device-profile.ts'
import type {
  DeviceProfile,
  DirectPlay,
  NameList,
  ProfileCondition,
  ProfileLimit,
  SubtitleProfile,
} from '../../../model/device-profile.ts'
import type { DeviceProfileInput, ProfileConditionInput } from '../../documents/documents.ts'
import { bodyFields } from '../transport/fields.ts'
import type { Fields } from '../transport/fields.ts'

/** Real profiles have a few dozen of each. */
const maxParts = 100
const maxConditions = 30
const maxNames = 60
const maxText = 300

/** Null if the app sends no profile. */
export function readDeviceProfile(body: Fields): DeviceProfile | null {
  const given = body.raw('DeviceProfile')
  if (!isRecord(given)) return null
  const profile = bodyFields(given)
  const limits = [body.number('MaxStreamingBitrate'), profile.number('MaxStreamingBitrate')]
  const bitrates = limits.filter((limit) => limit !== null && limit > 0) as number[]
  return {
    maxBitrate: bitrates.length > 0 ? wholeBitrate(Math.min(...bitrates)) : null,
    directPlay: parts(profile, 'DirectPlayProfiles').flatMap(readDirectPlay),
    limits: [
      ...parts(profile, 'ContainerProfiles').flatMap((part) => readLimit(part, 'container')),
      ...parts(profile, 'CodecProfiles').flatMap((part) => readLimit(part, null)),
    ],
    subtitles: parts(profile, 'SubtitleProfiles').flatMap(readSubtitleProfile),
  }
}

/** Apps without a limit send the largest 64-bit number. */
function wholeBitrate(bitrate: number): number {
  return Math.max(1, Math.trunc(Math.min(bitrate, Number.MAX_SAFE_INTEGER)))
}

export function toDeviceInput(profile: DeviceProfile): DeviceProfileInput {
  const conditionOf = ({ condition, ...rest }: ProfileCondition): ProfileConditionInput => ({
    ...rest,
    condition: enumName(condition),
  })
  return {
    ...profile,
    limits: profile.limits.map((limit) => ({
      ...limit,
      of: enumName(limit.of),
      applies: limit.applies.map(conditionOf),
      conditions: limit.conditions.map(conditionOf),
    })),
    subtitles: profile.subtitles.map((subtitle) => ({
      ...subtitle,
      method: enumName(subtitle.method),
    })),
  }
}

function readDirectPlay(part: Fields): DirectPlay | readonly [] {
  if (!isWord(part.text('Type'), 'Video')) return []
  return {
    containers: names(part, 'Container'),
    videoCodecs: names(part, 'VideoCodec'),
    audioCodecs: names(part, 'AudioCodec'),
  }
}

const codecKinds: Readonly<Record<string, ProfileLimit['of']>> = {
  video: 'video',
  videoaudio: 'audio',
}

/** For videos; limits of music and pictures are ignored. */
function readLimit(part: Fields, of: 'container' | null): ProfileLimit | readonly [] {
  const type = part.text('Type')?.toLowerCase() ?? ''
  const kind = of === null ? codecKinds[type] : type === 'video' ? of : undefined
  if (kind === undefined) return []
  return {
    of: kind,
    containers: names(part, 'Container'),
    codecs: of === null ? names(part, 'Codec') : null,
    applies: parts(part, 'ApplyConditions').slice(0, maxConditions).flatMap(readCondition),
    conditions: parts(part, 'Conditions').slice(0, maxConditions).flatMap(readCondition),
  }
}

function readCondition(part: Fields): ProfileCondition | readonly [] {
  const condition = conditionKinds.find((kind) => isWord(part.text('Condition'), kind))
  const [property, value] = [part.text('Property'), part.text('Value')]
  if (condition === undefined || property === null || value === null) return []
  return { condition, property: cutText(property, maxText), value: cutText(value, maxText) }
}

function readSubtitleProfile(part: Fields): SubtitleProfile | readonly [] {
  const method = deliveryMethods.find((known) => isWord(part.text('Method'), known))
  const format = part.text('Format')
  if (method === undefined || format === null) return []
  return {
    format: cutText(format.toLowerCase(), maxText),
    method,
    languages: names(part, 'Language'),
    containers: names(part, 'Container'),
  }
}

/** Comma-separated; a leading minus means all others. */
function names(part: Fields, field: string): NameList | null {
  const text = part.text(field)?.trim().toLowerCase() ?? ''
  const excludes = text.startsWith('-')
  const found = (excludes ? text.slice(1) : text)
    .slice(0, maxNames * 20)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, maxNames)
    .map(detached)
  return found.length > 0 ? { names: found, excludes } : null
}

function parts(fields: Fields, name: string): readonly Fields[] {
  const value = fields.raw(name)
  return Array.isArray(value) ? value.slice(0, maxParts).map((part) => bodyFields(part)) : []
}

function isWord(text: string | null, word: string): boolean {
  return text?.toLowerCase() === word.toLowerCase()
}
