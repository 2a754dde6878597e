import { describe, expect, it } from 'vitest'
import { readDeviceProfile } from '../../../src/http/media-server/playback/device-profile.ts'
import { bodyFields } from '../../../src/http/media-server/transport/fields.ts'
import type { User } from '../../../src/model/household.ts'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import { begins, gone, like, page, startFiles } from '../../support/dead-links.ts'
import { itemId, startRoutes } from '../../support/byte-routes.ts'

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

describe('A stand-in that suits one device', () => {
  /** A television that plays all, and a phone; the first file is dead. */
  async function start() {
    const files = await startFiles()
    files.refuse(`/${dead}`, ...gone)
    const results = [dead, hevc, small].map((filename) =>
      like(`${files.url}/${filename}`, { filename, parsedFile: parseReleaseName(filename) }),
    )
    let asking = device
    const routes = await startRoutes({
      results,
      caller: (owner) => ({ ...owner, device: asking }),
      deviceProfile: (user) => profileOf(user.device!.rowId === 1 ? 'h264,hevc' : 'h264'),
    })
    const authorization = 'MediaBrowser Token="a"'
    const on =
      (rowId: number) =>
      (headers: object = {}) => {
        asking = { ...device, rowId }
        return begins(routes, itemId, { ...page, authorization, ...headers })
      }
    const redirected = async (rowId: number) => {
      asking = { ...device, rowId }
      const { headers } = await routes.get(`/Videos/${itemId}/stream`, { authorization })
      return headers.location?.split('/').at(-1)
    }
    return { ...routes, tv: on(1), phone: on(2), redirected, asked: files.asked }
  }

  it('is not carried to another one that does not play it, and each goes on with its own', async () => {
    const { tv, phone } = await start()
    expect(await tv()).toBe(hevc)
    expect(await phone()).toBe(small)
    for (const range of ['bytes=1000-', 'bytes=0-']) {
      expect([await tv({ range }), await phone({ range })]).toEqual([hevc, small])
    }
  })

  it('is carried to another one that plays it', async () => {
    const { tv, phone } = await start()
    expect(await phone()).toBe(small)
    expect(await tv()).toBe(small)
  })

  it('is not carried to another one that begins at the same time', async () => {
    const { tv, phone, asked } = await start()
    const began = tv()
    await expect.poll(() => asked(`/${dead}`)).toBe(1)
    expect(await phone()).toBe(small)
    expect(await began).toBe(hevc)
  })

  it('is not where another one is led', async () => {
    const { standIns, versions, redirected } = await start()
    await standIns.markDead(versions[0]!, 'status')
    for (let time = 0; time < 2; time += 1) {
      expect([await redirected(1), await redirected(2)]).toEqual([hevc, small])
    }
  })
})
