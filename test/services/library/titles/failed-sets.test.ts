import { expect, it, onTestFinished, vi } from 'vitest'
import type { ChangeableCache } from '../../../../src/cache/cache.ts'
import { identityOf } from '../../../../src/library/identity.ts'
import type { User } from '../../../../src/model/household.ts'
import type { SourceMeta } from '../../../../src/model/source-meta.ts'
import { createDetailsReader } from '../../../../src/services/library/titles/details.ts'
import { createSetTitles } from '../../../../src/services/library/titles/set-titles.ts'
import { sourceMeta } from '../../../support/source-meta.ts'
import { manifest } from '../../../support/sources.ts'

const minute = 60_000
const day = 86_400_000
const film = sourceMeta({ id: 'tt1', type: 'movie', name: 'Film' })
const identity = identityOf(film, () => null)
const named = { ...film, sets: [{ id: 'set', name: 'Set', items: [] }] } as unknown as SourceMeta
const home = {
  configuration: 7,
  cacheKey: '',
  userData: {
    sources: ['plain', 'naming'].map((id) => ({ id, url: `https://${id}.example` })),
  },
} as unknown as User

type Kept = Pick<ChangeableCache, 'get' | 'change'>

function keeper(): Kept {
  let bytes: Uint8Array | null = null
  return {
    get: async () => bytes,
    async change(_key, work) {
      bytes = work(bytes)
    },
  }
}

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => vi.setSystemTime(Date.now() + ms)
}

type Answers = Record<string, SourceMeta | null | Error>

/** A node whose sources answer as `answers` says at the moment. */
function node(stored: Kept, answers: Answers) {
  const resources = [{ name: 'meta', types: null, idPrefixes: null }]
  const reader = createDetailsReader({
    translators: [],
    client: {
      manifest: async () => ({ value: manifest({ resources }), fromCache: null }),
      async meta({ id }) {
        const answer = answers[id ?? '']!
        if (answer instanceof Error) throw answer
        return { value: answer, fromCache: null }
      },
    },
  })
  const titles = createSetTitles(stored, reader)
  return {
    open: () => titles.of(home, identity, 'movie'),
    async sets() {
      await titles.reopen(home)
      return [...reader.openedOf(home).values()].flatMap(
        ({ details }) => details.meta.sets?.map(({ name }) => name) ?? [],
      )
    },
  }
}

const textOf = async (kept: Kept) => Buffer.from((await kept.get(''))!).toString()
const down = () => new Error('it is down')

async function remembered(sets: Kept) {
  const before = node(sets, { plain: film, naming: named })
  await before.open()
  await expect.poll(() => sets.get('')).not.toBeNull()
  return before
}

it.each([
  { others: 'the others know the title', plain: film },
  { others: 'the others do not know the title', plain: null },
  { others: 'all others fail', plain: down() },
])(
  'A collection is there a minute after its source, which failed at the start, answers again: $others',
  async ({ plain }) => {
    const stored = keeper()
    await remembered(stored)
    const later = stopClock()
    const answers: Answers = { plain, naming: down() }
    const after = node(stored, answers)
    expect(await after.sets()).toEqual([])
    answers['naming'] = named
    later(minute)
    await expect.poll(() => after.sets()).toEqual(['Set'])
  },
)

it('A source that fails for weeks loses no collection', async () => {
  const stored = keeper()
  await remembered(stored)
  const later = stopClock()
  for (const ms of [0, 8 * day, 8 * day]) {
    later(ms)
    expect(await node(stored, { plain: film, naming: down() }).sets()).toEqual([])
  }
  expect(await node(stored, { plain: film, naming: named }).sets()).toEqual(['Set'])
})

it('A title that names its collection again when it is opened counts as missed no longer', async () => {
  const stored = keeper()
  await remembered(stored)
  const later = stopClock()
  expect(await node(stored, { plain: film, naming: film }).sets()).toEqual([])
  await expect.poll(() => textOf(stored)).toContain('missedAt')
  await remembered(stored)
  await expect.poll(() => textOf(stored)).not.toContain('missedAt')
  later(8 * day)
  await node(stored, { plain: film, naming: film }).sets()
  expect(await node(stored, { plain: film, naming: named }).sets()).toEqual(['Set'])
})

it('A title keeps its collection while the source that names it fails', async () => {
  const later = stopClock()
  const answers: Answers = { plain: film, naming: named }
  const running = node(keeper(), answers)
  await running.open()
  answers['naming'] = down()
  for (let turn = 0; turn < 3; turn++) {
    later(11 * minute)
    await running.open()
    expect(await running.sets()).toEqual(['Set'])
  }
})
