import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../../core/errors.ts'
import { shownReason } from '../../failures.ts'
import { jsonBody } from '../../json-body.ts'

/** Matches an Accept header that prefers camelCase. */
const camelFirst =
  /^(?:(?!\s*application\/json)[^,]*,)*\s*application\/json\s*;\s*profile="?camelcase"?/i
/** Their keys are data and keep their spelling. */
const dictionaries: ReadonlySet<string> = new Set([
  'ImageTags',
  'ProviderIds',
  'CustomPrefs',
  'ImageBlurHashes',
  'RequiredHttpHeaders',
  'features',
])

/** Sends JSON in PascalCase, or in camelCase if the client asks for it. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): FastifyReply {
  const isCamel = camelFirst.test(request.headers.accept ?? '')
  const type = `application/json; charset=utf-8${isCamel ? '; profile="CamelCase"' : ''}`
  return reply.type(type).send(jsonBody(isCamel ? camelCased(value) : value))
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [
      name.slice(0, 1).toLowerCase() + name.slice(1),
      dictionaries.has(name) ? (own as unknown) : camelCased(own),
    ]),
  )
}

/** Apps only look at the status; the sentence is for people. */
export function sendFailure(
  reply: FastifyReply,
  { status, code, message, reason, headers }: AppError,
): FastifyReply {
  const { 'www-authenticate': _challenge, ...rest } = headers
  return reply
    .code(status)
    .headers(rest)
    .type('application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        title: code,
        status,
        detail: message,
        ...(reason && { reason: shownReason(reason) }),
      }),
    )
}
