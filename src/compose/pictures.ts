import { join } from 'node:path'
import { createDiskCache } from '../cache/disk.ts'
import type { Config } from '../config/config.ts'
import { instanceHeader } from '../http/stremio/caller.ts'
import { createGuardedFetch } from '../security/guarded-fetch.ts'
import { openConverter } from '../services/pictures/convert.ts'
import { createPictureFacts } from '../services/pictures/picture-facts.ts'
import { createOriginals } from '../services/pictures/originals.ts'
import { createPictureService, redirectedPictures } from '../services/pictures/service.ts'
import type { PictureService } from '../services/pictures/service.ts'
import type { BaseServices } from './base-services.ts'

export function createPictures(
  { pictures: { mode, maxBytes }, dataDir, allowPrivateUrls }: Config,
  { share, instance, warn, onClose }: BaseServices,
): PictureService {
  if (mode === 'redirect') return redirectedPictures
  // Slow pictures must not hold up what sources are asked.
  const guarded = createGuardedFetch({
    allowPrivate: allowPrivateUrls,
    headers: {
      [instanceHeader]: instance,
      accept: 'image/webp, image/png, image/jpeg, image/avif;q=0.5, image/gif;q=0.5, */*;q=0.1',
    },
  })
  onClose(() => guarded.close())
  const folder = join(dataDir, 'pictures')
  const files = createDiskCache({ folder, maxBytes, warn })
  onClose(() => files.stop())
  const known = createPictureFacts({ file: join(folder, 'known-pictures') })
  onClose(() => known.stop())
  const originals = createOriginals({ fetch: guarded.fetch, files, memoryShare: share })
  onClose(async () => originals.stop())
  return createPictureService({ originals, files, known, openConverter, memoryShare: share, warn })
}
