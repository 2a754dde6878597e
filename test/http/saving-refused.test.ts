import { afterAll, describe, expect, it } from 'vitest'
import { startAddon } from '../support/addon.ts'
import { saveTo } from '../support/saving.ts'
import { startService } from '../support/service.ts'

const service = await startService({ SOURCE_TIMEOUT: '20s' }, afterAll)
const good = await startAddon({ ends: afterAll })

describe('a configuration that cannot be used', () => {
  const broken = {
    name: 5,
    sources: [{ type: 'stremio', url: 'nonsense' }],
    filters: {
      size: { min: -1 },
      regex: { exclude: [7, 'fine', '(unclosed'], prefer: ['a', { score: 1 }, { pattern: '[b' }] },
      expressions: {
        require: ['size >'],
        score: [{ expression: 'seeders +', score: 1 }, { score: 2 }],
      },
    },
    sort: { global: [{ by: 'nothing' }] },
    formatter: { name: '{{ stream.nosuchfield', description: '{% if %}' },
  }
  const paths = [
    'name',
    'sources[0].url',
    'filters.size.min',
    'filters.regex.exclude[0]',
    'filters.regex.exclude[2]',
    'filters.regex.prefer[1]',
    'filters.regex.prefer[2]',
    'filters.expressions.require[0]',
    'filters.expressions.score[0]',
    'filters.expressions.score[1].expression',
    'sort.global[0].by',
    'formatter.name',
    'formatter.description',
  ]

  it('is told all its problems at once: shape, patterns, expressions and templates', async () => {
    const { status, body } = await saveTo(service, broken)
    expect({ status, code: body.error?.code }).toEqual({ status: 400, code: 'INVALID_CONFIG' })
    for (const path of paths) expect(body.error?.message).toContain(path)
    expect(body.error!.message.split('; ').filter((line) => line.includes(': ')).length).toBe(
      paths.length,
    )
  })

  it('is told that of households and patterns together', async () => {
    const { body } = await saveTo(service, {
      sources: [
        { ...good.source, id: 'a' },
        { ...good.source, id: 'a' },
      ],
      filters: { regex: { exclude: ['('] } },
    })
    expect(body.error?.message).toMatch(/sources\[1\]\.id: .*filters\.regex\.exclude\[0\]: /)
    const household = await saveTo(service, {
      mediaServer: { users: [{ name: 'Kim' }, { name: 'kim' }] },
      filters: { regex: { exclude: ['('] } },
    })
    expect(household.body.error?.message).toMatch(
      /mediaServer\.users\[1\]\.name: .*filters\.regex\.exclude\[0\]: /,
    )
  })

  it('is told that of households where the shape is wrong as well', async () => {
    const users = [{ name: 'Kim', pin: '1' }, { name: 'kim' }, { name: 'Ada', historyOf: 'Bob' }]
    const { body } = await saveTo(service, { name: 5, mediaServer: { users } })
    for (const path of ['name', 'users[0].pin', 'users[1].name', 'users[2].historyOf']) {
      expect(body.error?.message).toContain(`${path}: `)
    }
  })

  it('is told the same in the header of a search', async () => {
    const header = Buffer.from(JSON.stringify(broken)).toString('base64')
    const { status, body } = await service.request('/api/v1/search?type=movie&id=tt1', {
      headers: { 'x-service-user-data': header },
    })
    expect({ status, code: body.error?.code }).toEqual({ status: 400, code: 'INVALID_CONFIG' })
    for (const path of paths) expect(body.error?.message).toContain(path)
  })
})
