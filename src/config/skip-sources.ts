import { z } from 'zod'
import { parseJson } from '../core/json.ts'
import { segmentServices } from '../model/segment.ts'
import type { SegmentServiceName } from '../model/segment.ts'
import { setting } from './values.ts'

export type SkipSources = Readonly<Record<SegmentServiceName, string | null>>

const published: SkipSources = {
  aniskip: 'https://api.aniskip.com',
  theintrodb: 'https://api.theintrodb.org',
  introdb: 'https://api.introdb.app',
}

const address = z
  .string()
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value))
  .transform((value) => value.replace(/\/+$/, ''))
  .nullish()

const addresses = z.strictObject({ aniskip: address, theintrodb: address, introdb: address })

/** Services that are not named keep their public address; null is off. */
export const skipSources = setting(
  `must be JSON with web addresses or null for ${segmentServices.join(', ')}, or off`,
  (value): SkipSources | null => {
    if (/^off$/i.test(value)) return { aniskip: null, theintrodb: null, introdb: null }
    const { data } = addresses.safeParse(parseJson(value))
    if (!data) return null
    const chosen = Object.entries(data).filter(([, one]) => one !== undefined)
    return { ...published, ...Object.fromEntries(chosen) }
  },
)
