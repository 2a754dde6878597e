import type { SegmentServiceName, SegmentSource } from '../../model/segment.ts'
import { createAniSkip } from './ani-skip.ts'
import type { AskOptions } from '../ask-json.ts'
import { createIntroDb } from './intro-db.ts'
import { createTheIntroDb } from './the-intro-db.ts'

export const segmentClients: Readonly<
  Record<SegmentServiceName, (options: AskOptions) => SegmentSource>
> = { aniskip: createAniSkip, theintrodb: createTheIntroDb, introdb: createIntroDb }
