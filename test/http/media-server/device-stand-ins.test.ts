import { describe, expect, it } from 'vitest'
import { readDeviceProfile } from '../../../src/http/media-server/playback/device-profile.ts'
import { bodyFields } from '../../../src/http/media-server/transport/fields.ts'
import type { User } from '../../../src/model/household.ts'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import { begins, gone, like, page, startFiles } from '../../support/dead-links.ts'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { libraryItem } from '../../support/library-item.ts'

const device = { id: 'tv', name: 'Television', client: 'App', version: '1', rowId: 1 }
const onDevice = (owner: User): User => ({ ...owner, device })

const profileOf = (videoCodecs: string) =>
  readDeviceProfile(
    bodyFields({
      DeviceProfile: {
        DirectPlayProfiles: [{ Type: 'Video', Container: 'mkv', VideoCodec: videoCodecs }],
        CodecProfiles: [
          {
            Type: 'Video',
            Conditions: [
              { Condition: 'EqualsAny', Property: 'VideoRangeType', Value: 'SDR|HDR10' },
            ],
          },
        ],
      },
    }),
  )!

/** What plays in the place of the first file, whose link is dead; all are of one group. */
async function playsInstead(
  names: readonly string[],
  setting: Parameters<typeof startRoutes>[0] = {},
) {
  const files = await startFiles()
  files.refuse(`/${names[0]}`, ...gone)
  const results = names.map((filename) =>
    like(`${files.url}/${filename}`, { filename, parsedFile: parseReleaseName(filename) }),
  )
  return begins(await startRoutes({ results, ...setting }), itemId, {
    ...page,
    authorization: 'MediaBrowser Token="a"',
  })
}

const dead = 'Film.2160p.WEB-DL.x264-A.mkv'
const hevc = 'Film.2160p.WEB-DL.x265-A.mkv'
const vision = 'Film.2160p.WEB-DL.DV.x264-A.mkv'
const small = 'Film.720p.WEB-DL.x264-B.mkv'

it.each([
  { can: 'h264', others: [hevc, small], plays: small },
  { can: 'h264,hevc', others: [hevc, small], plays: hevc },
  { can: 'h264', others: [vision, small], plays: small },
  { can: 'h264', others: [hevc, vision], plays: hevc },
])(
  'On a device that plays $can, $plays stands in for a dead link where there are $others',
  async ({ can, others, plays }) => {
    const setting = { caller: onDevice, deviceProfile: profileOf(can) }
    expect(await playsInstead([dead, ...others], setting)).toBe(plays)
  },
)

it('A device that begins what it reports not to play gets one that asks no more of it', async () => {
  const setting = { caller: onDevice, deviceProfile: profileOf('vp9') }
  expect(await playsInstead([dead, hevc, small], setting)).toBe(small)
})

it.each([
  { first: dead, others: [hevc, small], plays: small },
  { first: dead, others: [vision, small], plays: small },
  {
    first: small,
    others: [dead, 'Film.480p.WEB-DL.x264-C.mkv'],
    plays: 'Film.480p.WEB-DL.x264-C.mkv',
  },
  { first: dead, others: [hevc], plays: hevc },
])(
  'On an unknown device, $plays stands in for $first where there are $others: it asks no more of it, if one does not',
  async ({ first, others, plays }) => {
    expect(await playsInstead([first, ...others])).toBe(plays)
  },
)

/** A television that plays all, a phone, a box that reports to play none, and players that name no device; the first file is dead. */
async function startDevices(names: readonly string[] = [dead, hevc, small]) {
  const files = await startFiles()
  files.refuse(`/${dead}`, ...gone)
  const results = names.map((filename) =>
    like(`${files.url}/${filename}`, { filename, parsedFile: parseReleaseName(filename) }),
  )
  const codecs = ['h264,hevc', 'h264', 'vp9']
  let asking: typeof device | null = device
  const routes = await startRoutes({
    results,
    caller: (owner) => ({ ...owner, device: asking }),
    deviceProfile: (user) => profileOf(codecs[user.device!.rowId - 1]!),
  })
  const authorization = 'MediaBrowser Token="a"'
  const on =
    (rowId: number | null) =>
    (headers: object = {}) => {
      asking = rowId === null ? null : { ...device, rowId }
      return begins(routes, itemId, { ...page, authorization, ...headers })
    }
  const redirected = async (rowId: number | null) => {
    asking = rowId === null ? null : { ...device, rowId }
    const { headers } = await routes.get(`/Videos/${itemId}/stream`, { authorization })
    return headers.location?.split('/').at(-1)
  }
  const players = { tv: on(1), phone: on(2), box: on(3), unnamed: on(null) }
  return { ...routes, ...players, redirected, asked: files.asked }
}

describe('A stand-in that suits one device', () => {
  it('is not carried to another one that does not play it, and each goes on with its own', async () => {
    const { tv, phone } = await startDevices()
    expect(await tv()).toBe(hevc)
    expect(await phone()).toBe(small)
    for (const range of ['bytes=1000-', 'bytes=0-']) {
      expect([await tv({ range }), await phone({ range })]).toEqual([hevc, small])
    }
  })

  it('is carried to another one that plays it', async () => {
    const { tv, phone } = await startDevices()
    expect(await phone()).toBe(small)
    expect(await tv()).toBe(small)
  })

  it('is not carried to another one that begins at the same time', async () => {
    const { tv, phone, asked } = await startDevices()
    const began = tv()
    await expect.poll(() => asked(`/${dead}`)).toBe(1)
    expect(await phone()).toBe(small)
    expect(await began).toBe(hevc)
  })

  it('is not where another one is led', async () => {
    const { standIns, versions, redirected } = await startDevices()
    await standIns.markDead(versions[0]!, 'status')
    for (let time = 0; time < 2; time += 1) {
      expect([await redirected(1), await redirected(2)]).toEqual([hevc, small])
    }
  })

  it('is not carried to an unknown one of which it asks more, nor to one that plays neither', async () => {
    const { tv, box, unnamed } = await startDevices()
    expect(await tv()).toBe(hevc)
    for (const headers of [{}, { range: 'bytes=1000-' }, { range: 'bytes=0-' }]) {
      expect([await box(headers), await unnamed(headers)]).toEqual([small, small])
    }
    expect(await tv({ range: 'bytes=0-' })).toBe(hevc)
  })

  it('is not where an unknown one is led, nor one that plays neither', async () => {
    const { standIns, versions, redirected } = await startDevices()
    await standIns.markDead(versions[0]!, 'status')
    const sent = [await redirected(1), await redirected(3), await redirected(null)]
    expect(sent).toEqual([hevc, small, small])
  })

  it('goes on there when an app that names no device reports that its own failed', async () => {
    const { tv, unnamed, standIns, home, versions } = await startDevices()
    expect([await tv(), await unnamed()]).toEqual([hevc, small])
    await standIns.markFailed(home, libraryItem(), versions[0]!.ref, 'proxied')
    expect([await tv(), await unnamed()]).toEqual([hevc, hevc])
  })
})

describe('A stand-in that suits nobody', () => {
  const other = 'Film.2160p.WEB-DL.x265-C.mkv'

  it.each(['phone', 'box', 'unnamed'] as const)(
    'stays with the one that began it: %s',
    async (who) => {
      const routes = await startDevices([dead, hevc, other])
      const began = await routes[who]()
      const version = routes.versions.find(({ result }) => result.filename === began)!
      await routes.standIns.markDead(version, 'status')
      expect(await routes[who]({ range: 'bytes=0-' })).toBe(began)
      expect(await routes[who]({ range: 'bytes=1000-' })).toBe(began)
    },
  )

  it('is not kept for another one that waited for it', async () => {
    const { phone, tv, asked } = await startDevices([dead, hevc])
    const began = phone()
    await expect.poll(() => asked(`/${dead}`)).toBe(1)
    expect([await tv(), await began]).toEqual([hevc, hevc])
    expect(await tv({ range: 'bytes=1000-' })).toBe(hevc)
  })
})
