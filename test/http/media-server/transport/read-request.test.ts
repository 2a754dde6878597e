import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { ReadRequest } from '../../../../src/http/media-server/transport/read-request.ts'

type Parameters = ConstructorParameters<typeof ReadRequest>

it('Nothing of a request is a getter of its own, which would keep it until the next full garbage collection', () => {
  const request = new ReadRequest(
    { token: 't' } as Parameters[0],
    { addressOf: () => 'https://media.example.com' } as Parameters[1],
    { socket: { localPort: 8096 } } as unknown as FastifyRequest,
    {} as FastifyReply,
  )
  const own = Object.values(Object.getOwnPropertyDescriptors(request))
  expect(own.some((property) => property.get !== undefined)).toBe(false)
  expect([request.address, request.port]).toEqual(['https://media.example.com', 8096])
})
