import type { z } from 'zod'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { FetchedAnswer } from '../../security/guarded-fetch.ts'
import { failing, failureOf, isSuccess, jsonOf } from '../answers.ts'

export type Send = (path: string, body?: object) => Promise<FetchedAnswer>

type Page<Item> = {
  readonly items: Item[]
  readonly pages: number
  /** On all pages together. */
  readonly count: number
}

/** Trakt may give fewer, and says how many pages that makes. */
const pageSize = 250
/** A quarter of a million titles at the smallest pages: more is a fault. */
export const maxPages = 2_500

export async function readAll<Item>(
  send: Send,
  path: string,
  schema: z.ZodType<Item[]>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await readPage(send, path, schema, page)
    items.push(...read.items)
    if (page >= read.pages) return items
  }
  throw new UpstreamError('invalid', 'Trakt sends an endless list of pages')
}

export async function readPage<Item>(
  send: Send,
  path: string,
  schema: z.ZodType<Item[]>,
  page: number,
): Promise<Page<Item>> {
  const join = path.includes('?') ? '&' : '?'
  const answer = await send(`${path}${join}page=${page}&limit=${pageSize}`)
  const items = read(answer, schema)
  const countIn = (name: string, otherwise: number): number => {
    const number = Number(answer.headers[`x-pagination-${name}-count`] ?? otherwise)
    return Number.isSafeInteger(number) && number >= 0 ? number : otherwise
  }
  return { items, pages: countIn('page', 1), count: countIn('item', items.length) }
}

export function read<Value>(answer: FetchedAnswer, schema: z.ZodType<Value>): Value {
  if (!isSuccess(answer)) throw failing(failureOf(answer))
  const { data, success } = schema.safeParse(jsonOf(answer))
  if (success) return data
  throw new UpstreamError('invalid', 'Trakt answered with something that cannot be read')
}
