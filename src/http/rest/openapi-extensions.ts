import { capitalised } from '../../core/capitalised.ts'
import { z } from 'zod'
import { jsonSchema } from '../openapi-parts.ts'
import type { JsonSchema } from '../openapi-parts.ts'

const userDto = z
  .looseObject({ Id: z.string(), Name: z.string(), ServerId: z.string() })
  .describe('UserDto of the standard API')
const itemDto = z
  .looseObject({ Id: z.string(), Name: z.string().nullish(), Type: z.string() })
  .describe('BaseItemDto of the standard API')
const sessionDto = z
  .looseObject({ Id: z.string().nullish(), UserId: z.string() })
  .describe('SessionInfoDto of the standard API')

const milliseconds = z.int().nullish().describe('milliseconds')
const epoch = z.int().nullish().describe('epoch milliseconds')
const id = z.string().describe('32 hexadecimal digits')
const avatar = z.string().nullish().describe('address of a picture')
const person = { user: userDto, avatar, hidden: z.boolean() }

const counts = z.object({
  played: z.int(),
  movies: z.int(),
  episodes: z.int(),
  inProgress: z.int(),
  favorites: z.int(),
  lastAt: epoch,
})

const entry = z.object({
  userId: id,
  itemKey: z.string().describe('such as tt0903747:3:7'),
  kind: z.string(),
  played: z.boolean(),
  playCount: z.int(),
  positionMs: milliseconds,
  durationMs: milliseconds,
  favorite: z.boolean(),
  lastPlayedAt: epoch,
  sortAt: epoch.describe('epoch milliseconds; the order'),
  origin: z.enum(['local', 'import']),
  tracker: z.string().nullish(),
  item: itemDto.nullish(),
})

const report = z.object({
  format: z.string().describe('service, trakt, simkl or yamtrack'),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  cleared: z.int().describe('cleared after it was watched, and left so'),
  plays: z.int().describe('plays with a date that were added'),
  skipped: z.array(z.object({ code: z.string(), reason: z.string(), count: z.int() })),
})

const signedIn = z.looseObject({
  User: userDto,
  SessionInfo: sessionDto.nullish(),
  AccessToken: z.string(),
  ServerId: z.string(),
})

const publicInfo = z.looseObject({
  Id: z.string(),
  ServerName: z.string(),
  Version: z.string(),
  ProductName: z.string(),
  service: z.object({
    logo: z.string().nullish(),
    configureUrl: z.string().nullish(),
    pinSignIn: z.boolean(),
    features: z.record(z.string(), z.int()).describe('a missing name: the feature is off'),
  }),
})

const needs = z.enum(['pin', 'password', 'password-pin']).nullish()
const flag = z.boolean().default(false)

type Extension = {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly open?: true
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Undefined means 204. */
  readonly answer?: z.ZodType
}

/** The media server's paths beyond the Jellyfin API, which has its own description. */
const extensions: readonly Extension[] = [
  {
    method: 'get',
    path: '/System/Info/Public',
    operationId: 'publicInfo',
    summary: 'What the server is, and which extensions it has',
    open: true,
    answer: publicInfo,
  },
  {
    method: 'get',
    path: '/Service/Users',
    operationId: 'serviceUsers',
    summary: 'Users whom the caller may see, and what switching to each needs',
    answer: z.array(z.object({ ...person, needs })),
  },
  {
    method: 'post',
    path: '/Service/Token',
    operationId: 'switchUser',
    summary: 'A token for another user on the same device',
    body: z.object({
      UserId: id,
      Pw: z.string().optional().describe('what `needs` asked for; both as password/PIN'),
    }),
    answer: signedIn,
  },
  {
    method: 'get',
    path: '/Service/Activity',
    operationId: 'activity',
    summary: 'How much each user has watched, and what plays now',
    answer: z.object({
      users: z.array(
        z.object({
          ...person,
          locked: z.boolean(),
          historyOf: id.nullish(),
          counts: counts.nullish(),
        }),
      ),
      sessions: z.array(sessionDto).optional().describe('for the first user alone'),
    }),
  },
  {
    method: 'get',
    path: '/Service/History',
    operationId: 'history',
    summary: 'What was watched, newest first',
    query: z.object({
      userId: z.string().optional().describe('one user; default: everyone the caller may read'),
      limit: z.int().min(1).max(500).default(50),
      cursor: z.string().optional().describe('of the page before'),
      source: z.enum(['local']).optional().describe('local: without imported plays'),
    }),
    answer: z.object({ items: z.array(entry), cursor: z.string().nullish() }),
  },
  {
    method: 'post',
    path: '/Service/History/Clear',
    operationId: 'clearHistory',
    summary: 'Removes entries for good; without itemKeys the whole history',
    body: z.object({ userId: id, itemKeys: z.array(z.string()).optional() }),
    answer: z.object({ cleared: z.int() }),
  },
  {
    method: 'get',
    path: '/Service/History/Export',
    operationId: 'exportHistory',
    summary: 'One file with the history of every user whom the caller may read',
    answer: z.looseObject({}),
  },
  {
    method: 'post',
    path: '/Service/History/Import',
    operationId: 'importHistory',
    summary: 'Takes in an export of this service, Trakt, Simkl or Yamtrack',
    query: z.object({
      userId: z.string().optional().describe('default: as the file says, or the caller'),
      dryRun: flag.describe('only says what would happen'),
      restore: flag.describe('also what was cleared after it was watched'),
    }),
    body: z.unknown().describe('the file'),
    answer: report,
  },
  {
    method: 'post',
    path: '/Service/PlayedUpTo/{episodeId}',
    operationId: 'playedUpTo',
    summary: 'Marks an episode and all aired regular ones before it as played',
  },
]

const content = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })

function parameters({ path, query }: Extension): JsonSchema[] {
  const { properties = {} } = (query ? jsonSchema(query, 'input') : {}) as {
    properties?: Record<string, JsonSchema>
  }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchema(id, 'input'),
  }))
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description === undefined ? {} : { description }),
    schema,
  }))
  return [...inPath, ...inQuery]
}

function operation(extension: Extension): JsonSchema {
  const { operationId, summary, body, answer, open } = extension
  const refused = {
    description: 'Refused; the title is a code and the detail says why.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    operationId,
    summary,
    tags: ['media server'],
    security: open ? [] : [{ token: [] }],
    parameters: parameters(extension),
    ...(body ? { requestBody: { required: true, ...content(jsonSchema(body, 'input')) } } : {}),
    responses: {
      ...(answer
        ? {
            '200': {
              description: 'Success.',
              ...content({ $ref: `#/components/schemas/${capitalised(operationId)}` }),
            },
          }
        : { '204': { description: 'Done.' } }),
      '4XX': refused,
      '5XX': refused,
    },
  }
}

export function extensionPaths(): Record<string, JsonSchema> {
  return Object.fromEntries(
    extensions.map((extension) => [extension.path, { [extension.method]: operation(extension) }]),
  )
}

export function extensionComponents(): Record<string, JsonSchema> {
  const answers = extensions.flatMap(({ operationId, answer }) =>
    answer ? [[capitalised(operationId), jsonSchema(answer, 'input')] as const] : [],
  )
  const problem = z.looseObject({
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    reason: z
      .object({
        code: z.string(),
        values: z.array(z.object({ name: z.string(), text: z.string() })),
      })
      .optional(),
  })
  return { ...Object.fromEntries(answers), Problem: jsonSchema(problem, 'input') }
}
