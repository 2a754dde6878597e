import type { FastifyReply } from 'fastify'
import { jsonType } from '../envelope.ts'

/** Players refuse or stall on larger ones. */
export const mostBytes = 1_000_000
const roomForRest = 1_000

/** Seconds; null: not to be kept. */
export type Lasts = {
  readonly fresh: number
  readonly renew: number
  readonly failing: number
} | null

type Item = Readonly<Record<string, unknown>>

/** A list of the protocol, without those that would make it too large. */
export function sendList(
  reply: FastifyReply,
  name: string,
  items: readonly Item[],
  lasts: Lasts,
): FastifyReply {
  const texts: string[] = []
  let bytes = roomForRest
  for (const item of items) {
    const text = JSON.stringify(item)
    const more = Buffer.byteLength(text) + 1
    if (bytes + more > mostBytes) continue
    bytes += more
    texts.push(text)
  }
  return send(reply, `"${name}":[${texts.join(',')}]`, lasts)
}

type Meta = Item & { readonly videos?: readonly Item[] | undefined }

/** A long series loses the texts of its episodes first, then their stills, and at last its newest episodes. */
export function sendMeta(reply: FastifyReply, meta: Meta | null, lasts: Lasts): FastifyReply {
  const { videos = [], ...whole } = meta ?? {}
  const shorter = [
    videos,
    videos.map(({ overview: _overview, ...video }) => video),
    videos.map(({ overview: _overview, thumbnail: _thumbnail, ...video }) => video),
  ]
  for (const list of meta === null ? [] : shorter) {
    const text = JSON.stringify(list.length > 0 ? { ...whole, videos: list } : whole)
    if (Buffer.byteLength(text) + roomForRest <= mostBytes)
      return send(reply, `"meta":${text}`, lasts)
  }
  if (meta === null) return send(reply, '"meta":null', lasts)
  const room = mostBytes - roomForRest - Buffer.byteLength(JSON.stringify({ ...whole, videos: [] }))
  return send(
    reply,
    `"meta":${JSON.stringify({ ...whole, videos: fitting(shorter[2]!, room) })}`,
    lasts,
  )
}

function fitting(videos: readonly Item[], room: number): readonly Item[] {
  let bytes = 0
  const end = videos.findIndex((video) => {
    bytes += Buffer.byteLength(JSON.stringify(video)) + 1
    return bytes > room
  })
  return end < 0 ? videos : videos.slice(0, end)
}

function send(reply: FastifyReply, list: string, lasts: Lasts): FastifyReply {
  reply.type(jsonType).header('cache-control', cacheControl(lasts))
  if (lasts === null) return reply.send(`{${list}}`)
  const { fresh, renew, failing } = lasts
  const said = `"cacheMaxAge":${fresh},"staleRevalidate":${renew},"staleError":${failing}`
  return reply.send(`{${list},${said}}`)
}

/** Private: the address holds a secret, and the answer is one household's. */
function cacheControl(lasts: Lasts): string {
  if (lasts === null) return 'no-cache'
  const { fresh, renew, failing } = lasts
  return `private, max-age=${fresh}, stale-while-revalidate=${renew}, stale-if-error=${failing}`
}
