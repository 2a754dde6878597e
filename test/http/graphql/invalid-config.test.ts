import { afterAll, describe, expect, it } from 'vitest'
import { problemTexts } from '../../../src/core/problem-texts.ts'
import { startService } from '../../support/service.ts'

const service = await startService({}, afterAll)

type Problem = {
  readonly code: keyof typeof problemTexts
  readonly path: string
  readonly message: string
  readonly values: readonly { readonly name: string; readonly text: string }[]
}

async function refusalOf(config: object) {
  const { errors } = await service.graphql(
    'mutation ($config: UserData!) { createUser(config: $config, password: "correct horse") { uuid } }',
    { variables: { config } },
  )
  const { message, extensions } = errors![0]!
  expect(extensions).toMatchObject({ code: 'INVALID_CONFIG' })
  return { message, ...(extensions as unknown as { problems: readonly Problem[] }) }
}

const spoken = ({ code, values }: Problem) =>
  values.reduce<string>(
    (text, { name, text: value }) => text.replaceAll(`{${name}}`, value),
    problemTexts[code],
  )

const users = (...all: readonly object[]) => ({ mediaServer: { users: all } })
const expression = (text: string) => ({ filters: { expressions: { exclude: [text] } } })

describe('What is wrong with a configuration', () => {
  it.each([
    [{ name: 5 }, 'NOT_TEXT', 'name'],
    [{ sources: [{ type: 'stremio' }] }, 'REQUIRED', 'sources[0].url'],
    [{ sources: [{ type: 'torrent' }] }, 'NOT_ONE', 'sources[0].type'],
    [{ sources: [{ type: 'stremio', url: 'nonsense' }] }, 'NOT_A_MANIFEST', 'sources[0].url'],
    [{ limits: { total: 1.5 } }, 'NOT_WHOLE', 'limits.total'],
    [{ limits: { total: 0 } }, 'TOO_LOW', 'limits.total'],
    [{ filters: { size: { min: 'x' } } }, 'NOT_A_NUMBER', 'filters.size.min'],
    [
      { filters: { resolution: { exclude: ['5000p'] } } },
      'NOT_A_WORD',
      'filters.resolution.exclude[0]',
    ],
    [{ filters: { cached: { exclude: [5] } } }, 'ALTERNATIVES', 'filters.cached.exclude[0]'],
    [{ catalogs: { watchedMark: 'x'.repeat(21) } }, 'TOO_LONG', 'catalogs.watchedMark'],
    [{ dedupe: { mode: { p2p: 'x' } } }, 'NOT_ONE_OF', 'dedupe.mode.p2p'],
    [users({ name: '' }), 'EMPTY', 'mediaServer.users[0].name'],
    [users({ name: ' ' }), 'USER_NAME_BLANK', 'mediaServer.users[0].name'],
    [users({ name: 'Kim' }, { name: 'kim' }), 'USER_NAME_TAKEN', 'mediaServer.users[1].name'],
    [users({ name: 'Kim', pin: '1' }), 'NOT_A_PIN', 'mediaServer.users[0].pin'],
    [users({ name: 'Kim', pin: 1 }), 'NOT_A_PIN_TO_KEEP', 'mediaServer.users[0].pin'],
    [users({ name: 'Kim', pin: { set: true } }), 'NO_SECRET_STORED', 'mediaServer.users[0].pin'],
    [
      users({ name: 'Kim', historyOf: 'Sam' }),
      'HISTORY_OF_NOBODY',
      'mediaServer.users[0].historyOf',
    ],
    [
      { filters: { regex: { exclude: ['a(?!b)'] } } },
      'PATTERN_LOOKS_AROUND',
      'filters.regex.exclude[0]',
    ],
    [
      { filters: { regex: { exclude: ['(x{1000}){1000}'] } } },
      'PATTERN_TOO_LARGE',
      'filters.regex.exclude[0]',
    ],
    [expression('size >'), 'EXPRESSION_INVALID', 'filters.expressions.exclude[0]'],
    [expression('size + 1'), 'EXPRESSION_NOT_BOOLEAN', 'filters.expressions.exclude[0]'],
    [expression('type'), 'EXPRESSION_NOT_BOOLEAN_TYPE', 'filters.expressions.exclude[0]'],
    [expression('age(size) > 1'), 'EXPRESSION_FUNCTION', 'filters.expressions.exclude[0]'],
    [{ formatter: { id: 'none' } }, 'NOT_A_FORMAT', 'formatter.id'],
    [{ formatter: { name: '{{', description: '' } }, 'NOT_A_TEMPLATE', 'formatter.name'],
  ])('has a code with its values beside the sentence: %j', async (config, code, path) => {
    const { message, problems } = await refusalOf(config)
    const [problem] = problems
    expect(problems).toMatchObject([{ code, path }])
    expect(spoken(problem!)).toBe(problem!.message)
    expect(message).toBe(`The configuration cannot be used: ${path}: ${problem!.message}`)
  })

  it('is told as often as the sentence names it', async () => {
    const { message, problems } = await refusalOf({
      filters: { size: { min: -1 } },
      sources: Array.from({ length: 25 }, () => ({ type: 'stremio', url: 5 })),
    })
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toMatchObject({
      code: 'AND_SO_MANY_MORE',
      path: '',
      values: [{ name: 'count', text: '6' }],
    })
    expect(message).toMatch(/; and 6 more$/)
  })
})
