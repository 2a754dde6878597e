import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Services } from '../../src/graphql/services.ts'
import { createContextFactory } from '../../src/http/request-context.ts'
import type { OperationLimits } from '../../src/http/request-context.ts'

it('A request whose fields all ask whether the client left listens once', () => {
  const raw = new EventEmitter()
  const contexts = createContextFactory({} as Services, {} as OperationLimits, () => '')
  const request = { headers: {}, url: '/graphql' } as FastifyRequest
  const context = contexts.create(request, { raw } as unknown as FastifyReply, null)
  expect(raw.listenerCount('close')).toBe(0)
  const signals = new Set(Array.from({ length: 12 }, () => context.signal))
  expect(signals.size).toBe(1)
  expect(raw.listenerCount('close')).toBe(1)
  raw.emit('close')
  expect(context.signal.aborted).toBe(true)
})
