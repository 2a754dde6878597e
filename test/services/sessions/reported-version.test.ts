import { expect, it } from 'vitest'
import type { User } from '../../../src/model/household.ts'
import { createReportedVersions } from '../../../src/services/sessions/reported-version.ts'
import type { ReportedVersionOptions } from '../../../src/services/sessions/reported-version.ts'
import { libraryItem } from '../../support/library-item.ts'
import { parsedFile } from '../../support/streams.ts'

const reported = async (text: string) => {
  const item = libraryItem()
  const ref = { ...item.ref, kind: 'version' as const, version: 7 }
  const parsed = parsedFile({
    releaseGroup: text,
    languages: Array(50).fill('English'),
    visualTags: ['DV'],
    audioTags: ['DD+'],
    edition: text,
  })
  const result = {
    bingeGroup: text,
    addon: text,
    service: text,
    parsedFile: parsed,
    duration: 1_000,
    size: 1_000_000,
    bitrate: null,
  }
  const versions = {
    known: async () => ({ ref, name: text, result }),
    isForDevice: async () => false,
  }
  const service = createReportedVersions({
    versions: versions as unknown as ReportedVersionOptions['versions'],
    deliveries: { of: async () => 'proxied' },
    itemIds: { decode: () => ref },
    playSessionIds: { decode: () => null },
  })
  const ids = { mediaSourceId: 'id', playSessionId: null, audioIndex: null, subtitleIndex: null }
  return service.of({} as User, item, ids)
}

it('What a version is called is cut, so that the state of a device can be stored', async () => {
  const version = await reported('x'.repeat(100_000))
  expect(version?.name).toHaveLength(500)
  expect(version?.source).toHaveLength(255)
  expect(version?.service).toHaveLength(100)
  expect(version?.played).toMatchObject({
    group: null,
    traits: { releaseGroup: null, edition: null },
  })
  expect(version?.played.traits?.languages).toHaveLength(5)
})

it('Names of the usual length are kept', async () => {
  expect(await reported('Name')).toMatchObject({
    name: 'Name',
    source: 'Name',
    service: 'Name',
    delivery: 'proxied',
    bitrate: 8_000,
    played: {
      mark: 7,
      group: 'Name',
      traits: {
        releaseGroup: 'Name',
        quality: null,
        encode: null,
        range: 'DV',
        audio: 'DD+',
        edition: 'Name',
      },
    },
  })
})
