import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServedPicture } from '../../../services/pictures/picture.ts'
import { pagePolicy } from '../../headers.ts'

/** Its host may send another picture at the same address. */
export const dayLong = 'public, max-age=86400'
/** The host of the picture may be back soon. */
const short = 'public, max-age=15'

/** `vary`: headers that decide what is sent. */
export function sendPicture(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, format, tag }: ServedPicture,
  vary = 'accept',
): FastifyReply {
  reply.headers({
    vary,
    'cache-control': tag === null ? short : dayLong,
    // Pages of other sites show them, too.
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': pagePolicy(),
  })
  if (tag !== null) {
    const etag = `"${tag}"`
    reply.header('etag', etag)
    if (knows(headers['if-none-match'], etag)) return reply.code(304).send()
  }
  return reply.type(`image/${format}`).send(bytes)
}

function knows(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return known?.some((part) => part === etag || part === '*') ?? false
}
