import { Readable } from 'node:stream'
import { AppError } from '../../../core/errors.ts'
import { shownReason } from '../../failures.ts'
import type { Services } from '../../../graphql/services.ts'
import { plainId } from '../transport/plain-id.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { withUpload } from './upload.ts'

export function historyFileRoutes({
  historyFiles,
}: Pick<Services, 'historyFiles'>): readonly ServiceRoute[] {
  async function exportFile({ caller, reply }: ServiceRequest) {
    const pieces = historyFiles.export(await caller.findUser())
    // Refusals come before the file begins.
    const first = await pieces[Symbol.asyncIterator]().next()
    const name = `history-${new Date().toISOString().slice(0, 10)}.json`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(follow(first, pieces)))
  }

  async function importFile({ caller, query, request, reply }: ServiceRequest) {
    const user = await caller.findUser()
    const userId = query.text('userId')
    const asked = {
      client: caller.client,
      userId: userId === null ? null : plainId(userId),
      dryRun: query.flag('dryRun') ?? false,
      restore: query.flag('restore') ?? false,
    }
    if (!/application\/x-ndjson/i.test(request.headers.accept ?? '')) {
      return withUpload(request.raw, (upload) => historyFiles.import(user, asked, upload))
    }
    const lines = new Readable({ read() {} })
    const line = (value: unknown): void => void lines.push(`${JSON.stringify(value)}\n`)
    const begun = Promise.withResolvers<void>()
    const onProgress = (entries: number): void => {
      line({ entries })
      begun.resolve()
    }
    const done = withUpload(request.raw, (upload) =>
      historyFiles.import(user, { ...asked, onProgress }, upload),
    )
    done
      .then(line, (error: unknown) => {
        const { code, message, reason } =
          error instanceof AppError
            ? error
            : new AppError('INTERNAL_SERVER_ERROR', 'The import failed; send the file again.')
        line({ error: { code, message, ...(reason && { reason: shownReason(reason) }) } })
      })
      .finally(() => lines.push(null))
    // A refusal before anything was imported is an ordinary error.
    await Promise.race([begun.promise, done])
    return reply.type('application/x-ndjson; charset=utf-8').send(lines)
  }

  return [
    { method: 'GET', path: '/Service/History/Export', access: 'signedIn', handle: exportFile },
    {
      method: 'POST',
      path: '/Service/History/Import',
      access: 'signedIn',
      body: 'stream',
      handle: importFile,
    },
  ]
}

async function* follow(
  first: IteratorResult<string>,
  rest: AsyncIterable<string>,
): AsyncGenerator<string> {
  if (first.done) return
  yield first.value
  yield* rest
}
