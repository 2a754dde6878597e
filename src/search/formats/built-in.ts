import type { Display } from '../../model/search-plan.ts'
import type { Stream } from '../../model/search-result.ts'
import { formatIds, type FormatId } from '../../model/vocabulary.ts'
import { languageCode, languageFlag } from '../display/languages.ts'
import { formatAge, formatBitrate, formatBytes, formatDuration } from '../display/quantities.ts'
import { serviceName } from '../display/services.ts'
import {
  cacheSign,
  heading,
  joined,
  labelled,
  listed,
  numbering,
  origin,
  shortResolution,
} from './parts.ts'

export type Format = (stream: Stream) => Display

export const defaultFormat: Format = (stream) => {
  const { parsedFile: file } = stream
  return {
    name: joined(
      '\n',
      joined(' ', cacheSign(stream, '⚡', '⏳'), origin(stream), shortResolution(file.resolution)),
      stream.addon,
    ),
    description: joined(
      '\n',
      labelled('🎬 ', heading(stream)),
      labelled(
        '💿 ',
        joined(
          ' · ',
          file.quality,
          file.encode,
          listed('', ' · ', file.visualTags),
          listed('', ' · ', file.audioTags),
          listed('', ' · ', file.audioChannels),
        ),
      ),
      joined(
        ' · ',
        labelled('📦 ', stream.size, formatBytes),
        labelled('👤 ', stream.seeders),
        labelled('📅 ', stream.age, formatAge),
        listed('', ' ', stream.languages.map(languageFlag)),
        labelled('🔎 ', stream.indexer),
        labelled('🏷️ ', file.releaseGroup),
      ),
      labelled('ℹ️ ', stream.message),
    ),
  }
}

const minimal: Format = (stream) => {
  const { parsedFile: file } = stream
  return {
    name: joined(
      ' ',
      cacheSign(stream, '⚡', '⏳'),
      shortResolution(file.resolution) ?? origin(stream),
    ),
    description: joined(
      ' · ',
      numbering(file),
      labelled('', stream.size, formatBytes),
      file.quality,
      file.visualTags[0] ?? null,
      file.audioTags[0] ?? null,
      stream.languages.map(languageFlag).join(' '),
    ),
  }
}

const detailed: Format = (stream) => {
  const { parsedFile: file } = stream
  return {
    name: joined(
      '\n',
      joined(' ', shortResolution(file.resolution), listed('', ' ', file.visualTags)),
      joined(' ', cacheSign(stream, '⚡', '⏳'), stream.library ? '📚' : null, origin(stream)),
      stream.addon,
    ),
    description: joined(
      '\n',
      labelled('🎬 ', heading(stream)),
      labelled('🎥 ', joined(' · ', file.quality, file.encode, file.edition, file.network)),
      listed('📺 ', ' · ', file.visualTags),
      labelled(
        '🎧 ',
        joined(' · ', listed('', ' · ', file.audioTags), listed('', ' · ', file.audioChannels)),
      ),
      joined(
        ' · ',
        labelled('📦 ', stream.size, formatBytes),
        labelled('🗂️ ', stream.folderSize, formatBytes),
        labelled('📊 ', stream.bitrate, formatBitrate),
        labelled('⏱️ ', stream.duration, formatDuration),
      ),
      joined(
        ' · ',
        labelled('👤 ', stream.seeders),
        labelled('📅 ', stream.age, formatAge),
        labelled('🔎 ', stream.indexer),
        labelled('🏷️ ', file.releaseGroup),
      ),
      listed('🌐 ', ' · ', stream.languages),
      listed('💬 ', ' · ', stream.subtitles),
      listed('⭐ ', ' · ', stream.regexNames),
      labelled('📄 ', stream.filename ?? stream.folderName),
      labelled('ℹ️ ', stream.message),
    ),
  }
}

const technical: Format = (stream) => {
  const { parsedFile: file } = stream
  return {
    name: joined(
      '\n',
      joined(' ', file.resolution, file.encode),
      listed('', ' ', file.visualTags),
      origin(stream),
    ),
    description: joined(
      '\n',
      stream.filename ?? stream.folderName ?? heading(stream),
      joined(
        ' | ',
        file.quality,
        listed('', ' ', file.audioTags),
        listed('', ' ', file.audioChannels),
        file.container,
      ),
      joined(
        ' | ',
        labelled('', stream.size, formatBytes),
        labelled('', stream.bitrate, formatBitrate),
        labelled('', stream.duration, formatDuration),
        labelled('seeders ', stream.seeders),
        labelled('age ', stream.age, formatAge),
      ),
      joined(
        ' | ',
        listed('', ' ', stream.languages.map(languageCode)),
        listed('subs ', ' ', stream.subtitles.map(languageCode)),
      ),
      joined(
        ' | ',
        stream.addon,
        stream.indexer,
        cacheSign(stream, 'cached', 'not cached'),
        labelled('score ', stream.regexScore + stream.expressionScore || null),
      ),
      stream.message,
    ),
  }
}

const plain: Format = (stream) => {
  const { parsedFile: file } = stream
  return {
    name: joined(
      ' ',
      `[${origin(stream)}${cacheSign(stream, '+', ' download') ?? ''}]`,
      stream.addon,
      file.resolution,
    ),
    description: joined(
      '\n',
      heading(stream),
      joined(
        ', ',
        file.quality,
        file.encode,
        listed('', ', ', file.visualTags),
        listed('', ', ', file.audioTags),
        listed('', ', ', file.audioChannels),
      ),
      joined(
        ', ',
        labelled('', stream.size, formatBytes),
        labelled('', stream.seeders, (seeders) => `${seeders} seeders`),
        labelled('', stream.age, (age) => `${formatAge(age)} old`),
        listed('', ', ', stream.languages),
      ),
      joined(
        ', ',
        labelled('from ', stream.indexer),
        labelled('by ', file.releaseGroup),
        labelled('on ', stream.service, serviceName),
      ),
      stream.message,
    ),
  }
}

const formats: Readonly<Record<FormatId, Format>> = {
  default: defaultFormat,
  minimal,
  detailed,
  technical,
  plain,
}

export const builtInFormats: ReadonlyMap<string, Format> = new Map(
  formatIds.map((id) => [id, formats[id]]),
)
