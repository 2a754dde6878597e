import type { FastifyReply } from 'fastify'
import { jsonType } from '../envelope.ts'
import { utf8Of } from '../json-body.ts'

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
  return sendTexts(reply, name, fitting(textsOf(items)), lasts)
}

type Link = { readonly name: string; readonly category: string; readonly url: string }

type Title = Item & {
  readonly description?: string | null
  readonly links?: readonly Link[]
}

const mostOfKind = 4
const longestText = 200

const shortenings: readonly ((title: Title) => Title)[] = [
  ({ links, ...title }) => {
    if (!links) return title
    const groups = Map.groupBy(links, ({ category }) => category)
    return { ...title, links: [...groups.values()].flatMap((group) => group.slice(0, mostOfKind)) }
  },
  ({ trailers: _trailers, trailerStreams: _streams, ...title }) => title,
  ({ description, ...title }) => {
    const text = description?.slice(0, longestText).toWellFormed()
    return text === undefined ? title : { ...title, description: text }
  },
]

/** Players count pages by titles, so all are shortened before any is left out. */
export function sendTitles(
  reply: FastifyReply,
  titles: readonly Title[],
  lasts: Lasts,
): FastifyReply {
  let list = titles
  let texts = fitting(textsOf(list))
  for (const shorten of shortenings) {
    if (texts.length === list.length) break
    list = list.map(shorten)
    texts = fitting(textsOf(list))
  }
  return sendTexts(reply, 'metas', texts, lasts)
}

function textsOf(items: readonly Item[]): readonly string[] {
  return items.map((item) => JSON.stringify(item))
}

function fitting(texts: readonly string[]): readonly string[] {
  let bytes = roomForRest
  return texts.filter((text) => {
    const more = Buffer.byteLength(text) + 1
    if (bytes + more > mostBytes) return false
    bytes += more
    return true
  })
}

function sendTexts(
  reply: FastifyReply,
  name: string,
  texts: readonly string[],
  lasts: Lasts,
): FastifyReply {
  const listed = texts.flatMap((text, index) => (index > 0 ? [',', text] : text))
  return send(reply, [`"${name}":[`, ...listed, ']'], lasts)
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
      return send(reply, ['"meta":', text], lasts)
  }
  if (meta === null) return send(reply, ['"meta":null'], lasts)
  const room = mostBytes - roomForRest - Buffer.byteLength(JSON.stringify({ ...whole, videos: [] }))
  return send(
    reply,
    ['"meta":', JSON.stringify({ ...whole, videos: firstFitting(shorter[2]!, room) })],
    lasts,
  )
}

function firstFitting(videos: readonly Item[], room: number): readonly Item[] {
  let bytes = 0
  const end = videos.findIndex((video) => {
    bytes += Buffer.byteLength(JSON.stringify(video)) + 1
    return bytes > room
  })
  return end < 0 ? videos : videos.slice(0, end)
}

function send(reply: FastifyReply, texts: readonly string[], lasts: Lasts): FastifyReply {
  reply.type(jsonType).header('cache-control', cacheControl(lasts))
  return reply.send(utf8Of(['{', ...texts, lastsText(lasts), '}']))
}

function lastsText(lasts: Lasts): string {
  if (lasts === null) return ''
  const { fresh, renew, failing } = lasts
  return `,"cacheMaxAge":${fresh},"staleRevalidate":${renew},"staleError":${failing}`
}

/** Private: the address holds a secret, and the answer is one household's. */
function cacheControl(lasts: Lasts): string {
  if (lasts === null) return 'no-cache'
  const { fresh, renew, failing } = lasts
  return `private, max-age=${fresh}, stale-while-revalidate=${renew}, stale-if-error=${failing}`
}
