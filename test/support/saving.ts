import { expect } from 'vitest'
import type { startService } from './service.ts'

export type Warning = { readonly path: string; readonly message: string }

type Service = Pick<Awaited<ReturnType<typeof startService>>, 'request'>

const password = 'correct horse'

/** Sends a new configuration. */
export async function saveTo({ request }: Service, config: unknown) {
  const started = performance.now()
  const answer = await request('/api/v1/user', { method: 'POST', json: { config, password } })
  return { ...answer, tookMs: performance.now() - started }
}

/** Of a configuration that is taken. */
export async function warningsOf(service: Service, config: unknown): Promise<Warning[]> {
  const { status, body, text } = await saveTo(service, config)
  expect({ status, text: status === 201 ? '' : text }).toEqual({ status: 201, text: '' })
  return body.data.warnings
}
