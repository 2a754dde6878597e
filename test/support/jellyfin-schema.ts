import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import type { Api } from '@jellyfin/sdk'
import { leaveOutData } from './missing-service.ts'

type Json = Record<string, unknown>
type Operation = {
  parameters?: readonly { name: string; in: string }[]
  responses?: Record<string, { content?: Record<string, { schema?: Json }> }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}
const folder = join(process.env['TEST_DATA'] ?? '', 'data', 'jellyfin')

/** Whether the standard's description lies beside the project. */
export const hasDescription =
  process.env['TEST_DATA'] !== undefined && existsSync(join(folder, 'jellyfin-openapi.json.gz'))
if (!hasDescription) {
  leaveOutData('TEST_DATA names no description of the standard: answers are not held against it')
}

const description: Description = hasDescription
  ? (JSON.parse(
      gunzipSync(readFileSync(join(folder, 'jellyfin-openapi.json.gz'))).toString(),
    ) as Description)
  : { paths: {}, components: { schemas: {} } }
const required: Record<string, readonly string[]> = hasDescription
  ? JSON.parse(readFileSync(join(folder, 'required-fields.json'), 'utf8'))
  : {}

const refStart = '#/components/schemas/'
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true })
ajv.addFormat('uuid', /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i)
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?(?:Z|[+-]\d\d:\d\d)$/)
for (const format of ['int32', 'int64']) {
  ajv.addFormat(format, { type: 'number', validate: Number.isInteger })
}
for (const format of ['float', 'double'])
  ajv.addFormat(format, { type: 'number', validate: () => true })
ajv.addFormat('binary', true)
ajv.addSchema({ $id: 'standard', components: translated(description.components) as Json })

/** The older dialect says with `nullable` what JSON Schema says with a type. What is more than described does no harm. */
function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, translated(inner)]),
  )
  const { nullable, additionalProperties, ...kept } = own
  const rest = typeof additionalProperties === 'object' ? { ...kept, additionalProperties } : kept
  if (nullable !== true) return rest
  return { anyOf: [rest, { type: 'null' }] }
}

const validators = new Map<unknown, ValidateFunction>()

function validatorOf(schema: Json): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const text = JSON.stringify(translated(schema)).replaceAll(refStart, `standard${refStart}`)
  const validator = ajv.compile(JSON.parse(text) as Json)
  validators.set(schema, validator)
  return validator
}

const templates = Object.keys(description.paths).map((path) => ({
  path,
  fixed: path.split('/').filter((part) => !part.includes('{')).length,
  pattern: new RegExp(
    `^${path.replaceAll(/\{[^}]+\}/g, '[^/]+').replaceAll('.', String.raw`\.`)}/?$`,
    'i',
  ),
}))

function operationOf(method: string, path: string): Operation | null {
  const fitting = templates
    .filter(({ pattern }) => pattern.test(path))
    .toSorted((a, b) => b.fixed - a.fixed)
  for (const template of fitting) {
    const operation = description.paths[template.path]![method.toLowerCase()]
    if (operation) return operation
  }
  return null
}

/** Names of what a query of this path may say. */
export function queryParameters(path: string): readonly string[] {
  const parameters = operationOf('get', path)?.parameters ?? []
  return parameters.filter((own) => own.in === 'query').map(({ name }) => name)
}

/** What of an answer is not as the standard describes it, in sentences. */
export function validateAnswer(
  method: string,
  path: string,
  status: number,
  body: unknown,
): string[] {
  const operation = operationOf(method, path)
  const content = operation?.responses?.[String(status)]?.content
  const schema = Object.entries(content ?? {}).find(([type]) =>
    type.startsWith('application/json'),
  )?.[1].schema
  if (!schema || typeof body === 'undefined' || body === '') return []
  const where = `${method.toUpperCase()} ${path} ${status}`
  const validate = validatorOf(schema)
  const wrong = validate(body)
    ? []
    : validate.errors!.map(({ instancePath, message }) => `${where}: ${instancePath} ${message}`)
  return [...wrong, ...missing(schema, body, where)]
}

/** Fields without which strict apps lose the whole answer. */
function missing(schema: Json, value: unknown, where: string): string[] {
  if (value === null || value === undefined) return []
  const ref = refOf(schema)
  if (ref !== null) {
    const named = description.components.schemas[ref]!
    const absent =
      Array.isArray(value) || typeof value !== 'object'
        ? []
        : (required[ref] ?? []).filter((field) => ((value as Json)[field] ?? null) === null)
    return [
      ...absent.map((field) => `${where}: ${ref} lacks ${field}`),
      ...missing(named, value, `${where} ${ref}`),
    ]
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as Json | undefined
    return items ? value.flatMap((entry) => missing(items, entry, where)) : []
  }
  if (typeof value !== 'object') return []
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  return Object.entries(value).flatMap(([name, inner]) =>
    properties[name] ? missing(properties[name], inner, `${where}.${name}`) : [],
  )
}

function refOf(schema: Json): string | null {
  const all = [schema, ...((schema['allOf'] ?? schema['oneOf'] ?? []) as Json[])]
  const ref = all.map((entry) => entry['$ref']).find((entry) => typeof entry === 'string')
  return ref ? ref.slice(refStart.length) : null
}

/** Holds every answer that an app gets against the standard's description. */
export function checkAnswers(axios: Api['axiosInstance'], url: string) {
  const problems: string[] = []
  let count = 0
  function check<
    T extends { config: { url?: string; method?: string }; status: number; data: unknown },
  >(answer: T): T {
    count += 1
    const { pathname } = new URL(answer.config.url ?? '', url)
    problems.push(
      ...validateAnswer(answer.config.method ?? 'get', pathname, answer.status, answer.data),
    )
    return answer
  }
  axios.interceptors.response.use(check, (error: { response?: Parameters<typeof check>[0] }) => {
    if (error.response) check(error.response)
    throw error
  })
  return { problems, count: () => count }
}
