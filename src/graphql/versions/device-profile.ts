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
      description: 'all others are meant',
    }),
  }),
})

const DirectPlayRef = builder.inputType('DirectPlayInput', {
  description: 'What a file must have to be played as it is; lists left out mean any.',
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
  { EqualsAny: 'one of the values between `|`' },
)

const ConditionRef = builder.inputType('ProfileConditionInput', {
  description: 'What a property of a file has to be.',
  fields: (t) => ({
    condition: t.field({
      type: ConditionKindRef,
      required: true,
      description: 'how it is compared',
    }),
    property: t.string({ required: true, description: 'such as VideoBitDepth' }),
    value: t.string({ required: true, description: 'what it is compared with' }),
  }),
})

const LimitedPartRef = enumOf(
  'LimitedPart',
  limitedParts,
  'The part of a file that a limit is for.',
)

const LimitRef = builder.inputType('ProfileLimitInput', {
  description: 'What must hold for files of some containers or codecs.',
  fields: (t) => ({
    of: t.field({ type: LimitedPartRef, required: true, description: 'what it is a limit for' }),
    containers: t.field({ type: NameListRef, description: 'left out: any' }),
    codecs: t.field({ type: NameListRef, description: 'left out: any' }),
    applies: t.field({
      type: [ConditionRef],
      required: true,
      defaultValue: [],
      description: 'it holds only for files that meet all of these',
    }),
    conditions: t.field({
      type: [ConditionRef],
      required: true,
      defaultValue: [],
      description: 'what such files must meet to be played',
    }),
  }),
})

const DeliveryMethodRef = enumOf(
  'SubtitleMethod',
  deliveryMethods,
  'How an app takes subtitles of a format.',
)

const SubtitleProfileRef = builder.inputType('SubtitleProfileInput', {
  description: 'A format of subtitles that an app shows.',
  fields: (t) => ({
    format: t.string({ required: true, description: 'lower case, such as srt' }),
    method: t.field({ type: DeliveryMethodRef, required: true, description: 'how it takes them' }),
    languages: t.field({ type: NameListRef, description: 'left out: any' }),
    containers: t.field({ type: NameListRef, description: 'left out: any' }),
  }),
})

export const DeviceProfileRef = builder.inputType('DeviceProfileInput', {
  description: 'What a device plays. Empty lists say nothing.',
  fields: (t) => ({
    maxBitrate: t.field({ type: 'SafeInt', description: 'bits per second; left out: any' }),
    directPlay: t.field({
      type: [DirectPlayRef],
      required: true,
      defaultValue: [],
      description: 'it plays files that match one of these',
    }),
    limits: t.field({
      type: [LimitRef],
      required: true,
      defaultValue: [],
      description: 'what it plays of them',
    }),
    subtitles: t.field({
      type: [SubtitleProfileRef],
      required: true,
      defaultValue: [],
      description: 'the formats that it shows',
    }),
  }),
})
