import { AppError } from '../../core/errors.ts'
import { InvalidConfig, isWithin, problemsOf, type Problem } from '../../core/invalid-config.ts'
import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import { plainIssue, problemOf } from '../../core/plain-issues.ts'
import { problem } from '../../core/problem-texts.ts'
import type { ProblemText } from '../../core/problem-texts.ts'
import { userDataSchema, type UserData } from '../../model/user-data.ts'
import { salvage } from './salvage.ts'

const maxDepth = 64
const maxValues = 100_000
/** Total length of all keys and texts. */
const maxCharacters = 1_048_576

export function requireObject(value: unknown, name: string): JsonRecord {
  if (isRecord(value)) return value
  const problem = value === undefined ? 'is missing' : 'must be a JSON object'
  throw new AppError('BAD_REQUEST', `${name} ${problem}`)
}

export function parseUserData(value: JsonRecord): UserData {
  const { usable, problems } = readUserData(value)
  if (problems.length > 0) throw new InvalidConfig(problems)
  return usable
}

/** If the schema finds a problem, the valid parts are still checked and reported. */
export async function parseWithChecks(
  value: JsonRecord,
  ...checks: readonly ((userData: UserData) => unknown)[]
): Promise<UserData> {
  const { usable, issues, problems } = readUserData(value)
  if (problems.length === 0) return usable
  const others = await problemsOf(...checks.map((check) => () => check(usable)))
  throw new InvalidConfig([...problems, ...outside(issues, others)])
}

function readUserData(value: JsonRecord) {
  const misshapen = findMisshapen(value)
  if (misshapen) throw new InvalidConfig([misshapen])
  const result = userDataSchema.safeParse(value, { error: plainIssue, reportInput: true })
  const issues: readonly Problem[] = (result.error?.issues ?? []).map(problemOf)
  const usable = result.data ?? salvage(value, result.error?.issues ?? [])
  const problems = [...issues, ...outside(issues, findDoubledSources(usable))]
  return { usable, issues, problems }
}

/** Problems of `others` in parts that `issues` does not mention. */
function outside(issues: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  return others.filter(({ path }) => !issues.some((issue) => isWithin(path, issue.path)))
}

/** Unknown keys are kept, so their values are bounded here, before anything recurses into them. */
function findMisshapen(root: JsonRecord): Problem | null {
  const path: PropertyKey[] = []
  let values = 0
  let characters = 0

  const here = (found: ProblemText): Problem => ({ path: path.slice(0, 8), ...found })

  const visitAll = (entries: Iterable<[PropertyKey, unknown]>): Problem | null => {
    if (path.length >= maxDepth) return here(problem('TOO_DEEP', { most: String(maxDepth) }))
    for (const [key, value] of entries) {
      path.push(key)
      if (typeof key === 'string') characters += key.length
      const found = key === '__proto__' ? here(problem('NOT_ALLOWED')) : visit(value)
      if (found) return found
      path.pop()
    }
    return null
  }

  const visit = (value: unknown): Problem | null => {
    if (typeof value === 'string') characters += value.length
    if (++values > maxValues)
      return { path: [], ...problem('TOO_MANY_VALUES', { most: String(maxValues) }) }
    if (characters > maxCharacters) return { path: [], ...problem('TOO_LARGE') }
    if (Array.isArray(value)) return visitAll(value.entries())
    if (isRecord(value)) return visitAll(Object.entries(value))
    return isJsonScalar(value) ? null : here(problem('NOT_JSON'))
  }

  return visit(root)
}

function isJsonScalar(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'number'
      ? Number.isFinite(value)
      : ['string', 'boolean', 'undefined'].includes(typeof value))
  )
}

function findDoubledSources({ sources = [] }: UserData): Problem[] {
  const seen = new Map<string, number>()
  return sources.flatMap(({ id }, index) => {
    if (id === undefined) return []
    const first = seen.get(id)
    if (first !== undefined)
      return [
        {
          path: ['sources', index, 'id'],
          ...problem('DOUBLED_SOURCE_ID', { index: String(first) }),
        },
      ]
    seen.set(id, index)
    return []
  })
}
