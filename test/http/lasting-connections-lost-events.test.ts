import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import { AppError } from '../../src/core/errors.ts'
import { createLastingAccess } from '../../src/services/users/lasting-access.ts'
import { mysql } from '../support/dialects.ts'
import { ownRedisServer, redisMissing } from '../support/redis.ts'
import { startService } from '../support/service.ts'
import { limits, as, createHome, connect, untilEnded } from '../support/lasting-connections.ts'

describe('Where the event is lost', () => {
  it('the right is looked at again now and then', async () => {
    const node = await startService(limits)
    const { olga } = await createHome(node)
    const { users: profiles } = node.service.services
    const deaf = createLastingAccess({
      events: createMemoryLiveEvents(),
      times: node.service.services.accessTimes,
      recheckMs: 20,
    })
    const ask = async () => {
      const user = await profiles.findUser(olga.token, { address: '127.0.0.1' })
      if (user) return user
      throw new AppError('UNAUTHORIZED', 'The token has ended.')
    }
    const access = await deaf.open(ask, () => {})
    expect(access.user().profile.name).toBe('Olga')
    await as(olga, node.url, 'POST', '/Sessions/Logout')
    await expect.poll(() => access.ended.aborted).toBe(true)
    expect(() => access.user()).toThrow('sign in again')
  })

  it.skipIf(mysql.skip || redisMissing)(
    'because Redis was away, it ends as soon as Redis is back',
    async () => {
      const { settings, dispose } = await mysql.createMigrated()
      onTestFinished(dispose)
      const redis = await ownRedisServer()
      const shared = {
        ...limits,
        DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
        REDIS_URL: redis.url,
        SECRET_KEY: 'f'.repeat(64),
      }
      const one = await startService(shared)
      const other = await startService(shared)
      const { olga } = await createHome(one)
      const heard = await connect(
        other.url,
        'activityChanged',
        `MediaBrowser Token="${olga.token}"`,
      )
      await redis.stop()
      expect((await as(olga, one.url, 'POST', '/Sessions/Logout')).status).toBe(204)
      await redis.start()
      expect(await untilEnded(heard, 15_000)).toBe(true)
    },
    40_000,
  )
})
