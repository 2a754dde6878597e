import { expect } from 'vitest'
import { refusedStart } from './service-process.ts'

/** What the one line of a refused start says, wherever it is said. */
export async function refusal(env: Record<string, string>): Promise<string> {
  const { code, errors, log } = await refusedStart(env)
  expect(code).toBe(1)
  const said = [...errors.split('\n'), ...log.split('\n')].filter((line) => line !== '')
  const fatal = said.filter((line) => !line.startsWith('{') || /"level":60/.test(line))
  expect(fatal).toHaveLength(1)
  expect(said.join('\n')).not.toMatch(/"stack"|^\s+at |node:internal/m)
  const [line = ''] = fatal
  if (!line.startsWith('{')) return line
  const { level: _level, time: _time, msg, ...rest } = JSON.parse(line)
  expect(rest).toEqual({})
  return msg
}
