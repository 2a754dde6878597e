import { argon2id } from '../../../src/security/passwords.ts'
import { median, percentile } from '../numbers.ts'
import { withService, type Account, type RunningService } from '../service.ts'
import type { Row } from './row.ts'

const crowd = 32
const path = '/api/v1/user'

/** Reading one's configuration: with a password checked before, with one never checked, and with many of those at once. */
export const signIn: Row = ({ quick }) =>
  withService(async (service) => {
    const known = await service.createUser({})
    const strangers = await createUsers(service, crowd)
    const repeat = async () => (await service.get(path, known)).ms
    for (let warming = 0; warming < 300; warming++) await repeat()

    const repeated: number[] = []
    const { cpu: before } = await service.usage()
    for (let round = 0; round < (quick ? 500 : 2_000); round++) repeated.push(await repeat())
    const { cpu: after } = await service.usage()

    const hash = await argon2id.hash('some password')
    const first: number[] = []
    const own: number[] = []
    for (const user of await createUsers(service, quick ? 6 : 16)) {
      first.push((await service.get(path, user)).ms)
      const started = performance.now()
      await argon2id.verify(hash, 'some password')
      own.push(performance.now() - started)
    }

    await service.usage()
    const meanwhile: number[] = []
    const crowdIsIn = Promise.all(strangers.map((user) => service.get(path, user))).then(() => true)
    const notYet = Promise.resolve(false)
    do meanwhile.push(await repeat())
    while (!(await Promise.race([crowdIsIn, notYet])))
    const { loopP99 } = await service.usage()

    const quiet = percentile(repeated, 0.99)
    const busy = percentile(meanwhile, 0.99)
    return [
      {
        work: 'user GET with Basic, repeated',
        measured: median(repeated),
        unit: 'ms',
        target: { most: 2 },
      },
      {
        work: 'user GET with Basic, repeated: processor time',
        measured: (after - before) / repeated.length,
        unit: 'µs',
        target: { most: 565 },
      },
      {
        work: "user GET with Basic, first: above argon2id's own time",
        measured: median(first) - median(own),
        unit: 'ms',
        target: { most: 5 },
        note: `which is ${median(own).toFixed(1)} ms`,
      },
      {
        work: `${crowd} first ones at once: event-loop delay p99`,
        measured: loopP99,
        unit: 'ms',
        target: { most: 20 },
        note: 'the 10 ms of the timer included',
      },
      {
        work: `${crowd} first ones at once: repeated ones' p99 of the quiet one`,
        measured: busy / quiet,
        unit: '×',
        target: { most: 3 },
        note: `${busy.toFixed(1)} of ${quiet.toFixed(1)} ms`,
      },
    ]
  })

async function createUsers(service: RunningService, count: number): Promise<Account[]> {
  const users: Account[] = []
  for (let user = 0; user < count; user++) users.push(await service.createUser({}))
  return users
}
