import { expect, it } from 'vitest'
import { createMemoryCache } from '../../../../src/cache/memory.ts'
import { createFillers } from '../../../../src/services/library/titles/fillers.ts'
import { sourceMeta, sourceVideo } from '../../../support/source-meta.ts'

it('Episodes stay unmarked while the anime database cannot be asked', async () => {
  const fillers = createFillers({
    source: async () => ({ filler: [1], recap: [] }),
    stored: createMemoryCache({ maxBytes: 2 ** 20 }),
    translators: [
      {
        async translate() {
          throw new Error('the database is being replaced')
        },
      },
    ],
  })
  const meta = sourceMeta({ id: 'tt0388629', type: 'series', videos: [sourceVideo()] })
  expect(await fillers.mark(meta, 'series')).toBe(meta)
})
