import { describe, expect, it, onTestFinished } from 'vitest'
import { dialects } from '../../support/dialects.ts'
import { begun, minute, openRecorders } from '../../support/stremio-recorders.ts'
import { until, untilSteady } from '../../support/until.ts'

/** Of the clock that the test sets; timers look that often. */
const silentAfterMs = 40

describe.each(dialects)('The end of a play in Stremio, on $name', ({ skip, openMigrated }) => {
  async function open(options: Parameters<typeof openRecorders>[1]) {
    const db = await openMigrated()
    const recorders = openRecorders(db, options)
    onTestFinished(async () => {
      for (const node of recorders.nodes) await node.stop()
      await db.destroy()
    })
    const ids = async () => (await recorders.plays()).map(({ id }) => id)
    return { ...recorders, ids }
  }

  it.skipIf(skip)('is told after a while without a request, by one node', async () => {
    const { hear, passTo, ended, ids } = await open({ delivery: 'redirect', silentAfterMs })
    await hear(0, 'open')
    await hear(2, 'open', null, 1)
    expect(ended).toEqual([])
    passTo(3)
    await until('its end', () => ended.length)
    await untilSteady('all that is told', () => ended.length)
    expect(ended).toEqual(await ids())
  })

  it.skipIf(skip)('is told again for whoever comes back', async () => {
    const { hear, passTo, ended, ids, sessions, viewed } = await open({
      delivery: 'redirect',
      silentAfterMs,
    })
    await hear(0, 'open')
    passTo(1)
    await until('its end', () => ended.length)
    expect(await sessions(viewed.user)).toEqual([])
    await hear(10, 'open')
    expect(await sessions(viewed.user)).toHaveLength(1)
    passTo(11)
    await until('its end', () => ended.length === 2)
    const [id] = await ids()
    expect(ended).toEqual([id, id])
  })

  it.skipIf(skip)('is told of what was carried and left, once', async () => {
    const { hear, ended, ids, told } = await open({})
    await hear(0, 'open')
    await hear(30, 'position', 30)
    await hear(35, 'rest', 30)
    expect(ended).toEqual(await ids())
    await hear(50, 'open')
    await hear(51, 'position', 31)
    await hear(115, 'position', 95)
    await hear(116, 'end', 95)
    expect(ended).toHaveLength(2)
    expect(await ids()).toHaveLength(1)
    expect(await told()).toEqual(['start', 'pause', 'start', 'stop'])
  })

  it.skipIf(skip)('takes it out of what plays now', async () => {
    const { hear, passTo, sessions, viewed, viewedOf } = await open({})
    const other = viewedOf({ key: 'tt2', runtimeMs: null })
    await hear(0, 'open')
    await hear(1, 'position', 1)
    await hear(1, 'open', null, 1, [0, 0], other)
    const playing = async () => (await sessions(viewed.user)).map(({ playing }) => playing)
    expect(await playing()).toEqual([
      expect.objectContaining({ itemKey: 'tt2', positionMs: null }),
      expect.objectContaining({
        itemKey: viewed.item.key,
        positionMs: minute,
        durationMs: 100 * minute,
        version: viewed.version,
      }),
    ])
    passTo(5.5)
    await hear(5.5, 'position', 5)
    passTo(7)
    expect(await playing()).toEqual([
      expect.objectContaining({ reportedAt: begun + 5.5 * minute, positionMs: 5 * minute }),
    ])
    await hear(98, 'position', 95)
    await hear(99, 'end', 95)
    expect(await playing()).toEqual([])
  })

  it.skipIf(skip)('is shown to the first user, and to whoever plays', async () => {
    const { hear, sessions, viewed } = await open({})
    const owner = viewed.user.profile
    const [kim, lena] = ['1', '2'].map((digit) => {
      const id = digit.repeat(32)
      return { ...owner, id, historyOwner: id, isOwner: false }
    })
    const user = { ...viewed.user, profiles: [owner, kim!, lena!] }
    await hear(0, 'open', null, 0, [0, 0], { ...viewed, user: { ...user, profile: kim! } })
    const seenBy = async (profile: typeof owner, more: Partial<typeof user> = {}) =>
      (await sessions({ ...user, profile, ...more })).map(({ profile: { id } }) => id)
    expect(await seenBy(owner)).toEqual([kim!.id])
    expect(await seenBy(kim!)).toEqual([kim!.id])
    expect(await seenBy(lena!)).toEqual([])
    // Nothing is recorded any more.
    expect(
      await seenBy(owner, { userData: { sources: [], stremio: { recordPlays: false } } }),
    ).toEqual([])
  })
})
