// A thread of its own: merging takes a second of pure computing, and what it needed is free again when it ends.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../core/errors.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { buildDatabase } from './build.ts'
import type { BuildRequest } from './build.ts'
import type { RefreshProgress, RefreshReport } from './report.ts'

export type BuildMessage =
  | { readonly progress: RefreshProgress }
  | { readonly report: RefreshReport }
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string } }

function post(message: BuildMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort!.postMessage(message)
}

try {
  const report = buildDatabase(workerData as BuildRequest, (progress) => post({ progress }))
  post({ report })
} catch (error) {
  if (!(error instanceof AppError)) throw error
  post({ refusal: { code: error.code, message: error.message } })
}
