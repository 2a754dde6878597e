import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamingService } from '../../services/streaming/service.ts'
import type { StremioPlays } from '../../services/stremio-plays/service.ts'
import { createReplyEnd } from '../media-server/playback/end-reply.ts'
import { createDelivery } from '../media-server/playback/proxy-stream.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'

type PlayOptions = {
  readonly contexts: Pick<ContextFactory, 'clientOf'>
  readonly streaming: StreamingService
  readonly stremioPlays: StremioPlays
}

/** Only this service can create the sealed text, so no other credential is needed. Players show the file name. */
export function mountPlays(app: App, { contexts, streaming, stremioPlays }: PlayOptions): void {
  const deliver = createDelivery({ streaming })

  app.get('/stremio/play/:sealed/:file', (request: FastifyRequest, reply: FastifyReply) => {
    const { sealed } = request.params as { sealed: string }
    const client = contexts.clientOf(request)
    const ending = createReplyEnd(reply)
    return deliver({ request, reply, ending }, async () => {
      const { access, ...opened } = await stremioPlays.open(sealed, client)
      if (access) ending.with(access)
      const reader = { playSessionId: null, device: null }
      return { ...opened, reader, client: client.address }
    })
  })
}
