import { z } from 'zod'

export const stremio = z
  .looseObject({
    recordPlays: z
      .boolean()
      .optional()
      .describe(
        'whether streams of the addon open through the service, which records a play of the user whose address it is',
      )
      .meta({ default: false }),
  })
  .describe('the addon for Stremio')
