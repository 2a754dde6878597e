import type { IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { RunningService } from './service.ts'
import { until } from './until.ts'

type Options = { protocol?: string; headers?: Record<string, string> }

/** Speaks the protocol by hand, as a hostile client would. */
export async function rawGraphqlSocket(
  service: Pick<RunningService, 'url'>,
  { protocol = 'graphql-transport-ws', headers = {} }: Options = {},
) {
  const address = `${service.url.replace('http', 'ws')}/graphql`
  const socket = new WebSocket(address, protocol, { headers })
  onTestFinished(() => socket.terminate())
  const heard: { type: string; id?: string; payload?: unknown }[] = []
  let closed: { code: number; reason: string } | null = null
  let upgraded: IncomingMessage
  socket.on('upgrade', (response) => (upgraded = response))
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  socket.on('close', (code, reason) => {
    closed = { code, reason: String(reason) }
  })
  socket.on('error', () => {})
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    tcp: upgraded!.socket,
    heard,
    send: (message: unknown) => socket.send(JSON.stringify(message)),
    closed: () => until('the end', () => closed!, Boolean, { timeoutMs: 8_000 }),
    isOpen: () => closed === null,
  }
}

/** `headers`: of the handshake. */
export async function acknowledgedSocket(
  service: Pick<RunningService, 'url'>,
  authorization?: string,
  headers?: Record<string, string>,
) {
  const raw = await rawGraphqlSocket(service, { ...(headers && { headers }) })
  raw.send({ type: 'connection_init', payload: { authorization } })
  await until(
    'the ack',
    () => raw.heard[0]?.type,
    (type) => type === 'connection_ack',
  )
  return raw
}
