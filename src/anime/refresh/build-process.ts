// A separate process: merging takes a second of CPU and 200 MB, all given back at its end.
import { AppError } from '../../core/errors.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { buildDatabase } from './build.ts'
import type { BuildRequest } from './build.ts'
import type { RefreshProgress, RefreshReport } from './report.ts'

export type BuildMessage =
  | { readonly progress: RefreshProgress }
  | { readonly report: RefreshReport }
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string } }

// Ends with the parent process.
process.on('disconnect', () => process.exit())

process.once('message', (request) => {
  const answer = build(request as BuildRequest)
  process.send!(answer, () => process.disconnect())
})

function build(request: BuildRequest): BuildMessage {
  try {
    return { report: buildDatabase(request, (progress) => process.send!({ progress })) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: { code: error.code, message: error.message } }
  }
}
