import { createSealer } from '../security/seal.ts'
import type { Config } from '../config/config.ts'
import type { Services } from '../graphql/services.ts'
import type { PlaySessionIds } from '../model/item-ids.ts'
import { createVersionMark } from '../security/item-ids.ts'
import type { ReportHistory } from '../services/history/reports.ts'
import { createFileHeaders } from '../services/file-headers/service.ts'
import type { FileHeaders } from '../services/file-headers/service.ts'
import { createShownLayouts } from '../services/file-headers/shown-layouts.ts'
import type { Deliveries } from '../services/streaming/deliveries.ts'
import { createMediaDescriber } from '../services/streaming/describe-media.ts'
import { createTargets } from '../services/streaming/hls/targets.ts'
import { createStreamingService } from '../services/streaming/service.ts'
import type { OpenPlays } from '../services/stremio-plays/open-plays.ts'
import { createStremioPlays } from '../services/stremio-plays/service.ts'
import type { BaseServices } from './base-services.ts'
import type { createLibraryServices } from './library-services.ts'

export function createStreamingServices(
  base: BaseServices,
  titles: ReturnType<typeof createLibraryServices>,
  plays: Pick<Services, 'versions' | 'lastingAccess'> & {
    readonly playSessionIds: PlaySessionIds
    readonly deliveries: Deliveries
    readonly fileHeaders: FileHeaders | null
  },
) {
  const { fileHeaders } = plays
  const { fetch, open } = base.guarded
  const targets = createTargets(
    createSealer(base.secretKey, 'hls-parts', { packs: false, repeats: true }),
  )
  const layouts = createShownLayouts(base)
  const streaming = createStreamingService({
    ...base,
    ...titles,
    ...plays,
    targets,
    fetch,
    open,
    layouts: fileHeaders && layouts,
  })
  const describeMedia = createMediaDescriber({ ...titles, streaming, fileHeaders, layouts })
  return { streaming, describeMedia }
}

export function openFileHeaders(config: Config, base: BaseServices): FileHeaders | null {
  const { stored, guarded, share } = base
  if (!config.readFileHeaders) return null
  return createFileHeaders({ stored, open: guarded.open, memoryShare: share })
}

export function openStremioPlays(
  base: BaseServices,
  titles: Pick<Services, 'library' | 'lastingAccess'> & { readonly open: OpenPlays },
  history: ReportHistory,
) {
  const { secretKey, log, onClose } = base
  const plays = createStremioPlays({
    ...base,
    ...titles,
    history,
    sealer: createSealer(secretKey, 'stremio-plays'),
    markOf: createVersionMark(secretKey),
    onFailure: (error) => log.warn({ err: error }, 'a play in Stremio was not recorded'),
  })
  onClose(() => plays.stop())
  return plays
}
