import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { AppError } from '../../core/errors.ts'
import type { User } from '../../model/household.ts'
import type { Caller } from '../caller.ts'
import {
  AddonPageDocument,
  AddonSubtitlesDocument,
  AddonTitleDocument,
  ListedAddonsDocument,
  StremioStreamsDocument,
} from '../documents/documents.ts'
import { compileDocument } from '../documents/runner.ts'
import { sendList, sendMeta, sendTitles } from './answer.ts'
import type { Lasts } from './answer.ts'
import { extraStreams, failureStream, resultStreams } from './extra-streams.ts'
import { readExtra, skipOf } from './extra.ts'
import { metaOf, previewOf } from './meta.ts'
import type { PictureAddress } from './pictures.ts'

export type Question = {
  readonly context: Caller
  /** Null at the address of the configuration. */
  readonly user: User | null
  readonly type: string
  readonly id: string
  readonly baseUrl: string
  readonly pictureAddress: PictureAddress
}

/** One resource of the protocol: its answer, and what stands for it when that fails. */
export type AddonResource = {
  readonly name: string
  answer(question: Question, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  fail(reply: FastifyReply, failure: AppError, baseUrl: string): FastifyReply
}

/** Players repeat requests within minutes. */
const streamsLast: Lasts = { fresh: 60, renew: 600, failing: 3_600 }
const titleLasts: Lasts = { fresh: 600, renew: 86_400, failing: 604_800 }
const addonsLast: Lasts = { fresh: 3_600, renew: 86_400, failing: 604_800 }

/** 0: it may change at any time. */
function lasting(fresh: number): Lasts {
  return fresh === 0 ? null : { fresh, renew: 86_400, failing: 604_800 }
}

export function addonResources(schema: GraphQLSchema): readonly AddonResource[] {
  const streams = compileDocument(schema, StremioStreamsDocument)
  const page = compileDocument(schema, AddonPageDocument)
  const title = compileDocument(schema, AddonTitleDocument)
  const subtitles = compileDocument(schema, AddonSubtitlesDocument)
  const addons = compileDocument(schema, ListedAddonsDocument)
  return [
    {
      name: 'stream',
      async answer({ context, type, id, baseUrl }, _request, reply) {
        const { search } = await streams(context, { type, id })
        const extra = extraStreams(search, baseUrl)
        const order = search.rememberedOrder ?? search.results.map((_result, place) => place)
        const results = resultStreams(
          order.map((place) => search.results[place]!),
          search,
          baseUrl,
          search.playLinks && order.map((place) => search.playLinks![place]!),
        )
        const all = [...extra.before, ...results, ...extra.after]
        return sendList(reply, 'streams', all, search.errors.length > 0 ? null : streamsLast)
      },
      fail: (reply, failure, baseUrl) =>
        sendList(reply, 'streams', [failureStream(failure.message, baseUrl)], null),
    },
    {
      name: 'catalog',
      async answer({ context, type, id, pictureAddress }, { url }, reply) {
        const extra = readExtra(url)
        const [genre, search] = [extra.get('genre'), extra.get('search')]
        const { addonPage } = await page(context, { type, id, skip: skipOf(extra), genre, search })
        const { titles, freshSeconds: fresh } = addonPage
        const metas = titles.map((one) => previewOf(one, pictureAddress))
        return sendTitles(reply, metas, lasting(fresh))
      },
      fail: (reply) => sendList(reply, 'metas', [], null),
    },
    {
      name: 'meta',
      async answer({ context, user, type, id, pictureAddress }, _request, reply) {
        const { addonTitle } = await title(context, { type, id })
        // A user's marks change with all that the user watches.
        return addonTitle
          ? sendMeta(reply, metaOf(addonTitle, pictureAddress), user === null ? titleLasts : null)
          : sendMeta(reply, null, null)
      },
      fail: (reply) => sendMeta(reply, null, null),
    },
    {
      name: 'subtitles',
      async answer({ context, type, id }, { url }, reply) {
        const extra = readExtra(url)
        const { addonSubtitles } = await subtitles(context, {
          type,
          id,
          videoHash: extra.get('videoHash'),
          videoSize: extra.get('videoSize'),
          filename: extra.get('filename'),
        })
        const { freshSeconds: fresh } = addonSubtitles
        const tracks = addonSubtitles.tracks.map(({ lang, ...file }) => ({
          ...file,
          lang: lang ?? 'und',
        }))
        return sendList(reply, 'subtitles', tracks, lasting(fresh))
      },
      fail: (reply) => sendList(reply, 'subtitles', [], null),
    },
    {
      name: 'addon_catalog',
      async answer({ context, type, id }, _request, reply) {
        const { listedAddons } = await addons(context, { type, id })
        return sendList(reply, 'addons', listedAddons, listedAddons.length > 0 ? addonsLast : null)
      },
      fail: (reply) => sendList(reply, 'addons', [], null),
    },
  ]
}
