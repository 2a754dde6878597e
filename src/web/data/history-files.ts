import { SignInAppDocument } from '../documents.ts'
import { ask } from './connection.ts'
import { Failure } from './failure.ts'
import type { Reason } from './failure.ts'
import { randomId } from './random-id.ts'
import { request } from './request.ts'
import { textPieces } from './text-pieces.ts'

/** What a file changes, in entries. */
export type ImportReport = {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly cleared: number
  readonly plays: number
  readonly skipped: readonly {
    readonly code: string
    readonly reason: string
    readonly count: number
  }[]
}

type Asked = {
  readonly userId: string | null
  readonly dryRun: boolean
  /** Entries that were read so far. */
  readonly onProgress: (entries: number) => void
}

type Problem = { readonly title?: string; readonly detail?: string; readonly reason?: Reason }

/** Throws what the media server answered instead of a file. */
async function refuse(response: Response): Promise<never> {
  const body: unknown = await response.json().catch(() => null)
  const { title, detail, reason } = (body ?? {}) as Problem
  throw new Failure(title ?? 'INTERNAL_SERVER_ERROR', detail ?? response.statusText, { reason })
}

/** Files of any size go through the media server, as every app sends them: as a device that is signed out afterwards. */
async function asDevice<T>(use: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const device = {
    id: randomId(),
    name: 'Browser',
    client: 'Configuration pages',
    version: '1',
  }
  const { signInApp } = await request(SignInAppDocument, { device })
  const headers = { 'x-emby-token': signInApp.accessToken }
  try {
    return await use(headers)
  } finally {
    await ask('/Sessions/Logout', { method: 'POST', headers }).catch(() => undefined)
  }
}

/** Every history that may be read. */
export function exportHistory(): Promise<Blob> {
  return asDevice(async (headers) => {
    const response = await ask('/Service/History/Export', { headers })
    return response.ok ? response.blob() : refuse(response)
  })
}

export function importHistory(file: File, { userId, dryRun, onProgress }: Asked) {
  return asDevice(async (headers): Promise<ImportReport> => {
    const query = new URLSearchParams({ dryRun: String(dryRun), ...(userId && { userId }) })
    const response = await ask(`/Service/History/Import?${query}`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/x-ndjson' },
      body: file,
    })
    if (!response.ok) return refuse(response)
    for await (const text of textPieces(response, '\n')) {
      if (text === '') continue
      const line = JSON.parse(text) as Line
      if ('error' in line) throw new Failure(line.error.code, line.error.message, line.error)
      if ('entries' in line) onProgress(line.entries)
      else return line
    }
    throw new Failure('OFFLINE', '')
  })
}

type Line =
  | { readonly entries: number }
  | {
      readonly error: { readonly code: string; readonly message: string; readonly reason?: Reason }
    }
  | ImportReport
