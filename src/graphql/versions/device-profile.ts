import { conditionKinds, deliveryMethods, limitedParts } from '../../model/device-profile.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const NameListRef = builder.inputType('NameListInput', {
  description: 'Names of containers, codecs or languages.',
  fields: (t) => ({
    names: t.stringList({ required: true, description: 'lower case' }),
    excludes: t.boolean({
      required: true,
      defaultValue: false,
      description: 'means all except the listed ones',
    }),
  }),
})

const DirectPlayRef = builder.inputType('DirectPlayInput', {
  description: 'What the device can play directly; omitted lists mean any.',
  fields: (t) => ({
    containers: t.field({ type: NameListRef, description: 'such as mkv' }),
    videoCodecs: t.field({ type: NameListRef, description: 'such as hevc' }),
    audioCodecs: t.field({ type: NameListRef, description: 'such as eac3' }),
  }),
})

const ConditionKindRef = enumOf(
  'ProfileConditionKind',
  conditionKinds,
  'How a property is compared with a value.',
  {
    Equals: 'the value itself',
    NotEquals: 'any other value',
    LessThanEqual: 'at most the value',
    GreaterThanEqual: 'at least the value',
    EqualsAny: 'one of the values between `|`',
  },
)

const ConditionRef = builder.inputType('ProfileConditionInput', {
  description: 'A condition on a property of a file.',
  fields: (t) => ({
    condition: t.field({
      type: ConditionKindRef,
      required: true,
      description: 'the comparison',
    }),
    property: t.string({ required: true, description: 'such as VideoBitDepth' }),
    value: t.string({ required: true, description: 'the value to compare with' }),
  }),
})

const LimitedPartRef = enumOf(
  'LimitedPart',
  limitedParts,
  'The part of a file that a limit applies to.',
  { container: 'the file', video: 'its video stream', audio: 'its audio streams' },
)

const LimitRef = builder.inputType('ProfileLimitInput', {
  description: 'Conditions for files of some containers or codecs.',
  fields: (t) => ({
    of: t.field({
      type: LimitedPartRef,
      required: true,
      description: 'the part of the file that it applies to',
    }),
    containers: t.field({ type: NameListRef, description: 'default: any' }),
    codecs: t.field({ type: NameListRef, description: 'default: any' }),
    applies: t.field({
      type: [ConditionRef],
      required: true,
      defaultValue: [],
      description: 'applies only to files that meet all of these',
    }),
    conditions: t.field({
      type: [ConditionRef],
      required: true,
      defaultValue: [],
      description: 'conditions that such files must meet',
    }),
  }),
})

const DeliveryMethodRef = enumOf(
  'SubtitleMethod',
  deliveryMethods,
  'How an app takes subtitles of a format.',
  {
    External: 'as a separate file',
    Embed: 'within the file of the video',
    Encode: 'burned into the picture',
    Hls: 'as a playlist of HLS',
    Drop: 'not at all',
  },
)

const SubtitleProfileRef = builder.inputType('SubtitleProfileInput', {
  description: 'A format of subtitles that an app shows.',
  fields: (t) => ({
    format: t.string({ required: true, description: 'lower case, such as srt' }),
    method: t.field({ type: DeliveryMethodRef, required: true, description: 'how it takes them' }),
    languages: t.field({ type: NameListRef, description: 'default: any' }),
    containers: t.field({ type: NameListRef, description: 'default: any' }),
  }),
})

export const DeviceProfileRef = builder.inputType('DeviceProfileInput', {
  description: 'What a device can play. Empty lists mean nothing is known.',
  fields: (t) => ({
    maxBitrate: t.field({ type: 'SafeInt', description: 'bits per second; default: unlimited' }),
    directPlay: t.field({
      type: [DirectPlayRef],
      required: true,
      defaultValue: [],
      description: 'it can play files that match one of these',
    }),
    limits: t.field({
      type: [LimitRef],
      required: true,
      defaultValue: [],
      description: 'further conditions on such files',
    }),
    subtitles: t.field({
      type: [SubtitleProfileRef],
      required: true,
      defaultValue: [],
      description: 'the formats that it can show',
    }),
  }),
})
